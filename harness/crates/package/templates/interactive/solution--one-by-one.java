// Wrong: asks for every number in turn, and 20 questions are not enough.
//@ expect: wrong-answer
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long n = in.nextLong();
        for (long guess = 1; guess <= n; guess++) {
            System.out.println(guess);
            if (!in.hasNext() || !in.next().equals("higher")) {
                break;
            }
        }
    }
}
