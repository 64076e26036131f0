//! What a learner's program starts as: it reads its input, and answers nothing.

/// By extension.
const TEXTS: [(&str, &str, &str); 5] = [
    (
        "rs",
        "use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_ascii_whitespace();
    let n: u64 = words.next().unwrap().parse().unwrap();

    println!(\"{}\", n);
}
",
        "use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();

    // println! writes the line out at once where a person would read it, and here, too.
    println!(\"{}\", line.trim());
}
",
    ),
    (
        "cpp",
        "#include <iostream>
using namespace std;

int main() {
    long long n;
    cin >> n;

    cout << n << endl;
}
",
        "",
    ),
    (
        "py",
        "import sys

words = iter(sys.stdin.read().split())
n = int(next(words))

print(n)
",
        "line = input()

print(line, flush=True)
",
    ),
    (
        "java",
        "import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long n = in.nextLong();

        System.out.println(n);
    }
}
",
        "",
    ),
    (
        "c",
        "#include <stdio.h>

int main(void) {
    long long n;
    scanf(\"%lld\", &n);

    printf(\"%lld\\n\", n);
    fflush(stdout);
}
",
        "",
    ),
];

/// The text; empty for other languages. In a dialogue a program must not wait for the end of the
/// input.
pub(super) fn text(extension: &str, dialogue: bool) -> &'static str {
    let texts = TEXTS.iter().find(|(of, ..)| *of == extension);
    texts.map_or("", |(_, text, talk)| if dialogue && !talk.is_empty() { talk } else { text })
}
