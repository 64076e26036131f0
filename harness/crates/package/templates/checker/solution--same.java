// Wrong: the halves of an even number are equal.
//@ expect: wrong-answer
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        long n = new Scanner(System.in).nextLong();
        System.out.println(n / 2 + " " + (n - n / 2));
    }
}
