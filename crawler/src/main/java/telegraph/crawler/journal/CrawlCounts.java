package telegraph.crawler.journal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import telegraph.crawler.Outcome;

/// Counts what a crawl has done since it first began.
///
/// Threads: the loop's.
public final class CrawlCounts {
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final int STATUSES = 10;
    private static final int STATUS_UNIT = 100;
    private static final int SECONDS = 10;
    private static final long SECOND = 1_000_000_000L;

    private final long[] outcomes = new long[OUTCOMES.length];
    private final Map<String, Long> cuts = new TreeMap<>();

    /// Responses by the first digit of their status.
    private final long[] answers = new long[STATUSES];

    private long rows;
    private long pages;
    private long bytes;

    /// Pages in each of the last seconds, by second modulo their number.
    private final long[] lately = new long[SECONDS + 1];

    private long second;
    private long firstSecond = Long.MIN_VALUE;

    /// @param status 0 if no response came
    void row(Outcome outcome, int status, long wireBytes, long nowNanos) {
        rows++;
        outcomes[outcome.ordinal()]++;
        bytes += wireBytes;
        if (status != 0) {
            pages++;
            answers[Math.clamp(status / STATUS_UNIT, 0, STATUSES - 1)]++;
            turnTo(nowNanos);
            lately[(int) (second % lately.length)]++;
        }
    }

    public void cut(String reason, long links) {
        if (links > 0) {
            cuts.merge(reason, links, Long::sum);
        }
    }

    private void turnTo(long nowNanos) {
        long now = Math.floorDiv(nowNanos, SECOND) & Long.MAX_VALUE;
        if (firstSecond == Long.MIN_VALUE) {
            firstSecond = now;
            second = now;
        }
        for (long each = Math.max(second + 1, now - SECONDS); each <= now; each++) {
            lately[(int) (each % lately.length)] = 0;
        }
        second = Math.max(second, now);
    }

    /// What was counted so far happened before: the rate begins anew.
    public void forgetRate() {
        Arrays.fill(lately, 0);
        firstSecond = Long.MIN_VALUE;
        second = 0;
    }

    /// Responses a second over the last ten seconds, the one under way not counted.
    public double pagesPerSecond(long nowNanos) {
        turnTo(nowNanos);
        long whole = Math.min(SECONDS, second - firstSecond);
        long sum = 0;
        for (long each = second - whole; each < second; each++) {
            sum += lately[(int) (each % lately.length)];
        }
        return whole == 0 ? lately[(int) (second % lately.length)] : (double) sum / whole;
    }

    public long rows() {
        return rows;
    }

    public long pages() {
        return pages;
    }

    public long bytes() {
        return bytes;
    }

    /// Responses by the first digit of their status.
    public Map<Integer, Long> answers() {
        Map<Integer, Long> counts = new TreeMap<>();
        for (int digit = 0; digit < STATUSES; digit++) {
            if (answers[digit] > 0) {
                counts.put(digit, answers[digit]);
            }
        }
        return counts;
    }

    public Map<Outcome, Long> errors() {
        Map<Outcome, Long> errors = new EnumMap<>(Outcome.class);
        for (Outcome outcome : OUTCOMES) {
            if (outcome != Outcome.FETCHED && outcomes[outcome.ordinal()] > 0) {
                errors.put(outcome, outcomes[outcome.ordinal()]);
            }
        }
        return errors;
    }

    public Map<String, Long> cuts() {
        return Map.copyOf(cuts);
    }

    void write(DataOutput to) throws IOException {
        to.writeLong(rows);
        to.writeLong(pages);
        to.writeLong(bytes);
        for (long count : answers) {
            to.writeLong(count);
        }
        to.writeInt(OUTCOMES.length);
        for (Outcome outcome : OUTCOMES) {
            to.writeUTF(outcome.label());
            to.writeLong(outcomes[outcome.ordinal()]);
        }
        to.writeInt(cuts.size());
        for (Map.Entry<String, Long> cut : cuts.entrySet()) {
            to.writeUTF(cut.getKey());
            to.writeLong(cut.getValue());
        }
    }

    static CrawlCounts read(DataInput from) throws IOException {
        CrawlCounts tally = new CrawlCounts();
        tally.rows = from.readLong();
        tally.pages = from.readLong();
        tally.bytes = from.readLong();
        for (int digit = 0; digit < STATUSES; digit++) {
            tally.answers[digit] = from.readLong();
        }
        Map<String, Long> counts = new TreeMap<>();
        for (int left = from.readInt(); left > 0; left--) {
            counts.put(from.readUTF(), from.readLong());
        }
        for (Outcome outcome : OUTCOMES) {
            tally.outcomes[outcome.ordinal()] = counts.getOrDefault(outcome.label(), 0L);
        }
        for (int left = from.readInt(); left > 0; left--) {
            tally.cuts.put(from.readUTF(), from.readLong());
        }
        return tally;
    }
}
