// {title}, by the rules alone: the sum counted up one number at a time, in an integer that cannot
// overflow. A slow one says with the directive `only` which tests it can finish.
import java.math.BigInteger;
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        BigInteger sum = BigInteger.ZERO;
        for (int n = in.nextInt(); n > 0; n--) {
            sum = sum.add(in.nextBigInteger());
        }
        System.out.println(sum);
    }
}
