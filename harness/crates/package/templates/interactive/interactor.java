// {slug}: the program finds a number with at most 20 questions. The input holds n and the number.
// Called as `interactor input answer feedback/`, with the program on both standard streams; ends
// with 42 for a right dialogue, with 43 for a wrong one.
import java.io.File;
import java.util.Scanner;

public class Interactor {
    public static void main(String[] args) throws Exception {
        Scanner input = new Scanner(new File(args[0]));
        long n = input.nextLong(), secret = input.nextLong();
        Scanner program = new Scanner(System.in);
        System.out.println(n);
        for (int question = 0; question < 20; question++) {
            if (!program.hasNextLong()) {
                System.err.println("expected a guess");
                System.exit(43);
            }
            long guess = program.nextLong();
            System.out.println(guess < secret ? "higher" : guess > secret ? "lower" : "right");
            if (guess == secret) {
                System.exit(42);
            }
        }
        System.err.println("20 questions were not enough");
        System.exit(43);
    }
}
