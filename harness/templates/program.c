#include <stdio.h>

int main(void) {
    long long n;
    scanf("%lld", &n);

    printf("%lld\n", n);
    fflush(stdout);
}
