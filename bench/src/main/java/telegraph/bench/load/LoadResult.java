package telegraph.bench.load;

import java.util.Arrays;
import java.util.Optional;

/// What one run gave, as a line between two processes.
///
/// @param cpuMicros processor time of a transaction's own thread
/// @param bytes of heap allocated for a transaction
/// @param visits calls of the peer's lock manager per transaction, or NaN if it does not say
/// @param latchRetries per transaction, or NaN
/// @param syncs per transaction, or NaN
/// @param monitors times a thread waited for a monitor, per transaction, or NaN if not looked at
/// @param parks times a thread parked, per transaction, or NaN
public record LoadResult(
        Load load,
        int threads,
        double transactionsPerSecond,
        double p50Micros,
        double p99Micros,
        double cpuMicros,
        double bytes,
        double visits,
        double latchRetries,
        double syncs,
        double monitors,
        double parks) {
    private static final String PREFIX = "result";

    String line() {
        return String.join(
                "\t",
                PREFIX,
                load.name(),
                String.valueOf(threads),
                String.valueOf(transactionsPerSecond),
                String.valueOf(p50Micros),
                String.valueOf(p99Micros),
                String.valueOf(cpuMicros),
                String.valueOf(bytes),
                String.valueOf(visits),
                String.valueOf(latchRetries),
                String.valueOf(syncs),
                String.valueOf(monitors),
                String.valueOf(parks));
    }

    /// The result in a line, if it has one.
    public static Optional<LoadResult> parse(String line) {
        String[] parts = line.split("\t");
        if (!parts[0].equals(PREFIX)) {
            return Optional.empty();
        }
        double[] n = Arrays.stream(parts).skip(3).mapToDouble(Double::parseDouble).toArray();
        return Optional.of(
                new LoadResult(
                        Load.valueOf(parts[1]),
                        Integer.parseInt(parts[2]),
                        n[0],
                        n[1],
                        n[2],
                        n[3],
                        n[4],
                        n[5],
                        n[6],
                        n[7],
                        n[8],
                        n[9]));
    }
}
