package telegraph.crawler.dns;

import java.util.LinkedHashMap;
import java.util.Map;
import telegraph.crawler.Outcome;

/// The latest answers, each as long as it may be believed.
///
/// Invariant: at most `entriesMax` names; the one that was used the longest ago makes room.
///
/// Threads: one.
final class AnswerCache {
    /// What one name takes up at most, in bytes of heap: its text, its answer with a few addresses,
    /// and the map's entry.
    static final int ENTRY_BYTES = 512;

    private static final long NANOS_A_SECOND = 1_000_000_000L;

    private record Kept(DnsAnswer answer, long deadline) {}

    private final Map<String, Kept> entries;

    AnswerCache(int entriesMax) {
        this.entries =
                new LinkedHashMap<>(16, 0.75f, true) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
                        return size() > entriesMax;
                    }
                };
    }

    /// The answer for a name with the seconds it has left, or null.
    DnsAnswer get(String name, long nanos) {
        Kept entry = entries.get(name);
        if (entry == null) {
            return null;
        }
        long left = entry.deadline - nanos;
        if (left <= 0) {
            entries.remove(name);
            return null;
        }
        return entry.answer.with(entry.answer.addresses(), left / NANOS_A_SECOND).kept();
    }

    void put(String name, DnsAnswer answer, long nanos) {
        if (answer.ttlSeconds() > 0) {
            entries.put(name, new Kept(answer, nanos + answer.ttlSeconds() * NANOS_A_SECOND));
        }
    }

    /// Forgets for which names nobody answered.
    void forgetFailures() {
        entries.values().removeIf(kept -> kept.answer.outcome() == Outcome.DNS_TIMEOUT);
    }

    int size() {
        return entries.size();
    }
}
