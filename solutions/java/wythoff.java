// Wythoff's game (1907): with a <= b and d = b - a, the player to move loses exactly when
// a = floor(d * phi), where phi = (1 + sqrt 5) / 2 is the positive root of x^2 = x + 1. So no root
// and no fraction is needed: for d > 0
//
//     a <= d * phi     <=>  a * a <= d * b
//     a + 1 > d * phi  <=>  a * (a + 2) >= d * (b + 1),
//
// and d = 0 comes out right as well: only (0, 0) is lost. Every product is below 2^63 for piles up
// to 3 * 10^9. The tokenizer reads numbers as doubles, which hold every pile exactly. No pair ends
// the input: (0, 0) is a game too.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;

class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StreamTokenizer numbers = new StreamTokenizer(input);
        StringBuilder output = new StringBuilder();
        while (numbers.nextToken() != StreamTokenizer.TT_EOF) {
            long a = (long) numbers.nval;
            numbers.nextToken();
            long b = (long) numbers.nval;
            output.append(moverLoses(Math.min(a, b), Math.max(a, b)) ? "0\n" : "1\n");
        }
        System.out.print(output);
    }

    private static boolean moverLoses(long a, long b) {
        long d = b - a;
        return a * a <= d * b && a * (a + 2) >= d * (b + 1);
    }
}
