// {title}: 1 and n - 1 differ, because n is at least 3.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        long n = new Scanner(System.in).nextLong();
        System.out.println("1 " + (n - 1));
    }
}
