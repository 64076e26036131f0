// {slug}: any two different positive numbers whose sum is n are right. Called as `checker input
// answer feedback/ < output`; ends with 42 for a right output, with 43 for a wrong one.
import java.io.File;
import java.util.Scanner;

public class Checker {
    static void ensure(boolean holds, String why) {
        if (!holds) {
            System.err.println(why);
            System.exit(43);
        }
    }

    public static void main(String[] args) throws Exception {
        long n = new Scanner(new File(args[0])).nextLong();
        Scanner output = new Scanner(System.in);
        ensure(output.hasNextLong(), "expected two numbers");
        long a = output.nextLong();
        ensure(output.hasNextLong(), "expected two numbers");
        long b = output.nextLong();
        ensure(!output.hasNext(), "expected two numbers, and nothing else");
        ensure(a > 0 && b > 0, "a number is not positive");
        ensure(a != b, "the numbers are equal");
        ensure(a <= n && a + b == n, a + " and " + b + " are not " + n + " together");
        System.exit(42);
    }
}
