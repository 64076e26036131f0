// {title}: every question halves what is left, and 2^20 is more than a million.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long low = 1, high = in.nextLong();
        for (String word = ""; !word.equals("right") && low <= high;) {
            long middle = low + (high - low) / 2;
            System.out.println(middle);
            word = in.next();
            if (word.equals("higher")) {
                low = middle + 1;
            } else if (word.equals("lower")) {
                high = middle - 1;
            }
        }
    }
}
