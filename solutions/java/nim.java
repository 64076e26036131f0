// Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps is 0.
// From xor 0 every move changes one heap and so the xor; from any other xor s, shrinking a heap h that holds the
// highest bit of s to h ^ s makes it 0. The game without stones has xor 0 and is lost.
// The xor has no bit that no heap has, so a long is exact for every heap below 2^63.
// The file is read to its end, so several games in one file are answered as well.

import java.io.IOException;
import java.io.InputStream;

class Main {
    private static final InputStream INPUT = System.in;
    private static final byte[] BUFFER = new byte[1 << 16];
    private static int length = 0;
    private static int position = 0;

    public static void main(String[] args) throws IOException {
        StringBuilder output = new StringBuilder();
        for (long n = readNumber(); n >= 0; n = readNumber()) {
            long nimSum = 0;
            for (long i = 0; i < n; i++) {
                long heap = readNumber();
                if (heap < 0) {
                    break;
                }
                nimSum ^= heap;
            }
            output.append(nimSum != 0 ? "Alice\n" : "Bob\n");
        }
        System.out.print(output);
    }

    /** The next unsigned number of the input, or -1 at its end. */
    private static long readNumber() throws IOException {
        int character = readByte();
        while (character != -1 && !isDigit(character)) {
            character = readByte();
        }
        if (character == -1) {
            return -1;
        }
        long value = 0;
        while (isDigit(character)) {
            value = 10 * value + (character - '0');
            character = readByte();
        }
        return value;
    }

    private static boolean isDigit(int character) {
        return '0' <= character && character <= '9';
    }

    private static int readByte() throws IOException {
        if (position == length) {
            length = INPUT.read(BUFFER);
            position = 0;
            if (length <= 0) {
                length = 0;
                return -1;
            }
        }
        return BUFFER[position++];
    }
}
