// {slug}: some numbers.
//
//     random --n N --low L --high H --seed S   N numbers of L..=H
//     equal  --n N --number X                  N times X
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

public class Generator {
    public static void main(String[] args) {
        Map<String, Long> options = new HashMap<>();
        for (int i = 1; i + 1 < args.length; i += 2) {
            options.put(args[i], Long.parseLong(args[i + 1]));
        }
        Random random = new Random(options.getOrDefault("--seed", 0L));
        long n = options.get("--n");
        StringBuilder text = new StringBuilder().append(n).append('\n');
        for (int i = 0; i < n; i++) {
            long number;
            if (args[0].equals("equal")) {
                number = options.get("--number");
            } else {
                long low = options.get("--low"), high = options.get("--high");
                number = low + Math.floorMod(random.nextLong(), high - low + 1);
            }
            text.append(number).append(i + 1 < n ? ' ' : '\n');
        }
        System.out.print(text);
    }
}
