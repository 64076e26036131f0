// Wrong: the sum leaves 32 bits.
//@ expect: wrong-answer
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        for (int n = in.nextInt(); n > 0; n--) {
            sum += in.nextInt();
        }
        System.out.println(sum);
    }
}
