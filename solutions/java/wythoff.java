// Wythoff's game (1907): with a <= b and d = b - a, the player to move loses exactly when a = floor(d * phi), where
// phi = (1 + sqrt 5) / 2 is the positive root of x^2 = x + 1. So no root and no fraction is needed: for d > 0
//     a <= d * phi     <=>  a * a <= d * b
//     a + 1 > d * phi  <=>  a * (a + 2) >= d * (b + 1),
// and d = 0 comes out right as well: only (0, 0) is lost. Every product is below 2^63 for piles up to 3 * 10^9.
// No pair ends the input: (0, 0) is a game too.

import java.io.IOException;
import java.io.InputStream;

class Main {
    private static final InputStream INPUT = System.in;
    private static final byte[] BUFFER = new byte[1 << 16];
    private static int length = 0;
    private static int position = 0;

    public static void main(String[] args) throws IOException {
        StringBuilder output = new StringBuilder();
        for (long first = readNumber(); first >= 0; first = readNumber()) {
            long second = readNumber();
            if (second < 0) {
                break;
            }
            output.append(moverLoses(Math.min(first, second), Math.max(first, second)) ? "0\n" : "1\n");
        }
        System.out.print(output);
    }

    private static boolean moverLoses(long a, long b) {
        long d = b - a;
        return a * a <= d * b && a * (a + 2) >= d * (b + 1);
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
