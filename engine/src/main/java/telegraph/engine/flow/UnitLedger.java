package telegraph.engine.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;

/// Which units of the sampled inputs are *resolved*: all that can ever come of their rows has
/// reached the groups.
///
/// Everything under way has an [Entry]: a unit, a lookup, the scan of an input that is not sampled.
/// An entry is open while its reader or a worker is busy with rows of it, or they are queued or
/// parked. Each entry knows the units that wait for it. When rows of one entry ask for another, the
/// units that wait for the first wait for the second too, and so do those that come to wait for the
/// first later:
///
/// ```
/// unit 7 ──asks──► lookup 'UA' ──its rows ask──► lookup 'N123'
/// unit 9 ──asks───────▲              both wait for both
/// ```
///
/// A unit is resolved when nothing it waits for is open. Without this, snapshots would show first
/// what is looked up fast, and a value that slow answers have in common would be missing.
///
/// Rows of an input that is scanned and looked up at once come by whichever way is faster, and the
/// other brings duplicates, which are dropped. So what waits for such a lookup waits for what the
/// scan brought before ([#foundAlready]), and what waits for the scan waits for the lookups too.
///
/// Invariants:
///
/// 1. A worker asks before it probes and after it has built; rows that it cannot see yet will find
///    its own, as part of an entry that is still open or of one that it asked for.
/// 2. A closed entry keeps those it asked for until they are closed too, for whoever comes late.
///
/// Threads: any; one lock. Memory: bits for each entry that units wait for, until it is over.
public final class UnitLedger {
    /// Units of higher rank are not followed, and no cohort has them.
    static final int UNITS_MAX = 1 << 16;

    private final Object lock = new Object();
    private final Side[] sides;
    private final Entry[] lanes;
    private final int[] sideOf;
    private final List<List<Entry>> brought = new ArrayList<>();
    private final boolean followAsked;

    /// @param inputs how many inputs the block has
    /// @param followAsked whether units wait for what their rows ask for; only tests say no
    /// @param sampled those that are read as samples, none to do nothing, at most two
    public UnitLedger(int inputs, boolean followAsked, int... sampled) {
        this.followAsked = followAsked;
        this.sides = new Side[sampled.length];
        this.lanes = new Entry[inputs];
        this.sideOf = new int[inputs];
        Arrays.fill(sideOf, -1);
        for (int s = 0; s < sampled.length; s++) {
            sides[s] = new Side(s, sampled[s]);
            sideOf[sampled[s]] = s;
        }
        for (int i = 0; i < inputs; i++) {
            lanes[i] = new Entry();
            brought.add(null);
        }
    }

    /// Something under way.
    public static final class Entry {
        /// By side the units that wait for it.
        private final BitSet[] waiting = new BitSet[2];

        private List<Entry> asked = List.of();
        private int open = 1;
        private boolean scanned;
        private Side side;
        private int unit = -1;

        /// The rank of the unit it is, or -1.
        int unit() {
            return unit;
        }

        private boolean isOpen() {
            return open > 0;
        }
    }

    /// How far a sampled input is.
    ///
    /// @param basis what the frame claims, SO_FAR if there is none or it was withdrawn
    /// @param reason why it is SO_FAR, or ""
    /// @param resolved how many units from rank 0 on are resolved without a gap
    /// @param units how many there are, or -1
    /// @param even whether all are equally large
    /// @param complete whether all its rows are in the groups, with all that came of them
    /// @param lost the lowest rank given up, or -1
    /// @param lostReason why the first unit was given up, or ""
    public record Sample(
            Basis basis,
            String reason,
            int resolved,
            long units,
            long unitRowsMax,
            boolean even,
            boolean complete,
            int lost,
            String lostReason) {}

    /// Whether anything is followed at all.
    boolean isOn() {
        return sides.length > 0;
    }

    public int sides() {
        return sides.length;
    }

    /// The input that is a side.
    public int input(int side) {
        return sides[side].input;
    }

    /// The side an input is, or -1.
    public int side(int input) {
        return sideOf[input];
    }

    UnitTracker drawing(int input) {
        return sideOf[input] < 0 ? UnitTracker.UNHEARD : sides[sideOf[input]];
    }

    /// The entry of the scan of an input; open until [#laneEnded].
    public Entry lane(int input) {
        return lanes[input];
    }

    void laneEnded(int input) {
        close(lanes[input]);
    }

    /// The rows of an input are scanned and looked up at once. Before the scan begins.
    void rivals(int input) {
        if (isOn()) {
            synchronized (lock) {
                brought.set(input, new ArrayList<>());
            }
        }
    }

    /// The entry for rows that a scan has brought; [#arrived] when they are queued.
    Entry scanned(int input, int unit) {
        int side = sideOf[input];
        if (brought.get(input) != null) {
            Entry batch = new Entry();
            batch.scanned = true;
            asks(lanes[input], batch);
            synchronized (lock) {
                brought.get(input).removeIf(UnitLedger::isDone);
                brought.get(input).add(batch);
            }
            return batch;
        }
        if (side < 0 || unit < 0 || unit >= UNITS_MAX) {
            return lanes[input];
        }
        synchronized (lock) {
            return sides[side].entry(unit, lanes[input]);
        }
    }

    /// Rows that a scan has brought are queued, or were dropped.
    void arrived(Entry entry) {
        if (entry.scanned) {
            close(entry);
        }
    }

    /// Rows of an entry were dropped, because the same had come by another way.
    public void foundAlready(Entry entry, int input) {
        if (!isOn() || entry.scanned || brought.get(input) == null) {
            return;
        }
        List<Entry> before;
        synchronized (lock) {
            brought.get(input).removeIf(UnitLedger::isDone);
            before = List.copyOf(brought.get(input));
        }
        before.forEach(batch -> asks(entry, batch));
    }

    /// What waits for `from` waits for `to` from now on.
    void passOn(Entry from, Entry to) {
        if (isOn()) {
            synchronized (lock) {
                for (int s = 0; s < sides.length; s++) {
                    if (from.waiting[s] != null) {
                        spread(s, from.waiting[s], to);
                    }
                }
            }
        }
    }

    /// Rows of an entry are queued or parked.
    public void open(Entry entry) {
        if (isOn()) {
            synchronized (lock) {
                entry.open++;
            }
        }
    }

    /// What [#open] announced, or the entry's own work, is over.
    public void close(Entry entry) {
        if (!isOn()) {
            return;
        }
        synchronized (lock) {
            shut(entry);
        }
    }

    private void shut(Entry entry) {
        entry.open--;
        if (entry.open > 0) {
            return;
        }
        if (entry.side != null) {
            entry.side.ended.set(entry.unit);
        }
        for (int s = 0; s < sides.length; s++) {
            if (entry.waiting[s] != null) {
                sides[s].noLonger(entry.waiting[s]);
            }
        }
        if (isDone(entry)) {
            Arrays.fill(entry.waiting, null); // nobody can come to wait for it any more
        }
        if (entry.side != null) {
            entry.side.entries.remove(entry.unit);
            shut(lanes[entry.side.input]);
        }
    }

    /// Rows of `from` have asked for `to`, and all that waits for the one waits for the other.
    public void asks(Entry from, Entry to) {
        if (!isOn() || from == to || !followAsked) {
            return;
        }
        synchronized (lock) {
            if (isDone(to)) {
                return;
            }
            from.asked = withOpen(from.asked, to);
            for (int s = 0; s < sides.length; s++) {
                if (from.waiting[s] != null) {
                    spread(s, from.waiting[s], to);
                }
            }
        }
    }

    /// Makes rows of `from` wait for everything that is not sampled and still being scanned.
    public void asksAllScans(Entry from) {
        for (int i = 0; i < lanes.length; i++) {
            if (sideOf[i] < 0) {
                asks(from, lanes[i]);
            }
        }
    }

    private static List<Entry> withOpen(List<Entry> asked, Entry more) {
        if (!asked.isEmpty() && asked.getLast() == more) {
            return asked;
        }
        if (asked.isEmpty() || asked.size() == 1 && isDone(asked.getFirst())) {
            asked = new ArrayList<>(1);
        } else if (Integer.bitCount(asked.size()) == 1) {
            asked.removeIf(UnitLedger::isDone);
        }
        asked.add(more);
        return asked;
    }

    /// Whether nothing can come of an entry any more, and none of what it asked for is open.
    private static boolean isDone(Entry entry) {
        if (entry.isOpen()) {
            return false;
        }
        if (!entry.asked.isEmpty()) {
            entry.asked.removeIf(asked -> !asked.isOpen() && asked.asked.isEmpty());
        }
        return entry.asked.isEmpty();
    }

    /// Lets units wait for an entry and for what it asked for.
    private void spread(int side, BitSet units, Entry to) {
        ArrayDeque<Entry> next = new ArrayDeque<>();
        ArrayDeque<BitSet> fresh = new ArrayDeque<>();
        next.push(to);
        fresh.push(units);
        while (!next.isEmpty()) {
            Entry entry = next.pop();
            BitSet some = (BitSet) fresh.pop().clone();
            BitSet known = entry.waiting[side];
            if (known == null) {
                known = new BitSet();
                entry.waiting[side] = known;
            }
            some.andNot(known);
            if (some.isEmpty()) {
                continue;
            }
            known.or(some);
            if (entry.isOpen()) {
                sides[side].waitsMore(some);
            }
            for (Entry child : entry.asked) {
                next.push(child);
                fresh.push(some);
            }
        }
    }

    /// How far a sampled input is.
    public Sample sample(int side) {
        synchronized (lock) {
            Side of = sides[side];
            boolean complete =
                    of.prefix >= of.ended.length() && isOver(lanes[of.input], new HashSet<>());
            return new Sample(
                    of.basis(),
                    of.reason(),
                    of.prefix,
                    of.frame == null ? -1 : of.frame.units(),
                    of.frame == null ? -1 : of.frame.unitRowsMax(),
                    of.frame != null && of.frame.even(),
                    complete,
                    of.lost.isEmpty() ? -1 : of.lost.nextSetBit(0),
                    of.lostReason);
        }
    }

    /// Whether nothing can come of an entry any more, nor of what it asked for.
    private static boolean isOver(Entry entry, Set<Entry> seen) {
        if (entry.isOpen()) {
            return false;
        }
        for (Entry child : entry.asked) {
            if (seen.add(child) && !isOver(child, seen)) {
                return false;
            }
        }
        return true;
    }

    /// Whether an input is not what its frame said, so that its size is in doubt too.
    public boolean isDoubted(int input) {
        synchronized (lock) {
            Side side = sideOf[input] < 0 ? null : sides[sideOf[input]];
            return side != null
                    && side.frame != null
                    && side.frame.basis() != Basis.SO_FAR
                    && !side.distrusted.isEmpty();
        }
    }

    /// How many of the first `units` of a sampled input were given up.
    public int lostWithin(int side, long units) {
        synchronized (lock) {
            return sides[side].lost.get(0, (int) Math.min(units, UNITS_MAX)).cardinality();
        }
    }

    /// The inputs, sampled or not, of which rows are yet to come.
    public boolean isScanning(int input) {
        synchronized (lock) {
            return lanes[input].isOpen();
        }
    }

    /// The units of one sampled input.
    private final class Side implements UnitTracker {
        private final int number;
        private final int input;
        private final Map<Integer, Entry> entries = new HashMap<>();
        private final BitSet ended = new BitSet();
        private final BitSet lost = new BitSet();
        private Frame frame;
        private String distrusted = "";
        private String lostReason = "";
        private int[] waitsFor = new int[64];
        private int prefix;

        private Side(int number, int input) {
            this.number = number;
            this.input = input;
        }

        private Basis basis() {
            return frame == null || !distrusted.isEmpty() ? Basis.SO_FAR : frame.basis();
        }

        private String reason() {
            if (!distrusted.isEmpty()) {
                return distrusted;
            }
            return frame == null ? "nothing is known of its order" : "";
        }

        private Entry entry(int unit, Entry lane) {
            Entry entry = entries.get(unit);
            if (entry == null) {
                if (ended.get(unit)) {
                    throw new IllegalStateException("a unit that has ended has rows: unit=" + unit);
                }
                entry = new Entry();
                entry.side = this;
                entry.unit = unit;
                entries.put(unit, entry);
                lane.open++;
                BitSet itself = new BitSet();
                itself.set(unit);
                entry.waiting[number] = itself;
                waitsMore(itself);
            }
            return entry;
        }

        private void waitsMore(BitSet units) {
            for (int u = units.nextSetBit(0); u >= 0; u = units.nextSetBit(u + 1)) {
                if (u >= waitsFor.length) {
                    waitsFor = Arrays.copyOf(waitsFor, Math.max(u + 1, 2 * waitsFor.length));
                }
                waitsFor[u]++;
            }
        }

        private void noLonger(BitSet units) {
            for (int u = units.nextSetBit(0); u >= 0; u = units.nextSetBit(u + 1)) {
                waitsFor[u]--;
            }
            while (ended.get(prefix) && waitsFor[prefix] == 0) {
                prefix++;
            }
        }

        @Override
        public void begin(Frame announced) {
            synchronized (lock) {
                if (frame != null) {
                    throw new IllegalStateException("a scan has one frame");
                }
                frame = announced;
                if (announced.basis() == Basis.SO_FAR && distrusted.isEmpty()) {
                    distrusted = "nothing is known of its order";
                }
            }
        }

        @Override
        public void ended(int unit) {
            if (unit >= UNITS_MAX) {
                return;
            }
            synchronized (lock) {
                shut(entry(unit, lanes[input]));
            }
        }

        @Override
        public void lost(int unit, String reason) {
            if (unit >= UNITS_MAX) {
                return;
            }
            synchronized (lock) {
                lost.set(unit);
                lostReason = lostReason.isEmpty() ? reason : lostReason;
            }
            ended(unit);
        }

        @Override
        public void distrust(String reason) {
            synchronized (lock) {
                if (distrusted.isEmpty()) {
                    distrusted = reason;
                }
            }
        }
    }
}
