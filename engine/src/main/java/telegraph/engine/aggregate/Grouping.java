package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Slices;
import telegraph.engine.fold.Account;
import telegraph.engine.fold.Aggregates;
import telegraph.engine.fold.Components;
import telegraph.engine.fold.DistinctValues;
import telegraph.engine.fold.Fold;
import telegraph.engine.fold.GroupRows;
import telegraph.engine.fold.GroupTable;
import telegraph.engine.fold.KeyWords;
import telegraph.engine.fold.Numbers;
import telegraph.engine.fold.OrderStatistic;
import telegraph.engine.fold.UnitSums;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The groups of some tuples, with their aggregates.
///
/// ```
/// batch ─► keys ─► GroupTable: group numbers by position, for each grouping set
///       └► arguments ─► Fold: words in the group's row │ Collected: values beside it
/// ```
///
/// When the region refuses memory, all groups are written to the query's spill file by partition
/// ([SpilledGroups]), and it goes on with none; [GroupMerge] brings them together. So it is with
/// groups whose aggregates are words or distinct values; those that keep all values fail.
///
/// 1. Whatever asks for memory comes before what must not be done twice, so that a batch refused
///    halfway can be added again.
///
/// Threads: one at a time. Memory: off the heap in the region, and on the heap charged to it, until
/// [#close].
public final class Grouping implements AutoCloseable {
    private final Block.Output.Groups groups;
    private final Account account;
    private final Expression[] keys;
    private final boolean[][] keeps;
    private final GroupTable table;
    private final Slices slices = new Slices();
    private final Aggregates aggregates;
    private final Components components;
    private final UnitSums sums;

    /// What carries the distinct values of each aggregate that has them: keys, grouping set, value.
    private final List<List<Type>> carriedPairs = new ArrayList<>();

    /// By grouping set and position.
    private final int[][] groupOf;

    private final Vector[][] keysOfSet;

    /// What carries groups from one table to another: keys, grouping set, tuples, states.
    private final List<Type> carried = new ArrayList<>();

    private final Region region;
    private final int depth;
    private SpilledGroups spilled;
    private Vector[] carriers;
    private final Vector[][] pairCarriers;
    private final int positions;
    private final int[] firstPositions;
    private final int[] numbers;
    private final int[] chosen;

    public Grouping(Block.Output.Groups groups, Region region) {
        this(groups, region, 0);
    }

    /// @param unitBytesMax how much may be kept of the units that rows come from, so that estimates
    ///   can be made; 0 for nothing
    public Grouping(Block.Output.Groups groups, Region region, long unitBytesMax) {
        this(groups, region, unitBytesMax, SpilledGroups.DEPTHS);
    }

    /// One for tuples at few positions, whose groups are read and not carried anywhere.
    ///
    /// @param positions at so many there are tuples at most
    public static Grouping few(Block.Output.Groups groups, Region region, int positions) {
        return new Grouping(groups, region, 0, SpilledGroups.DEPTHS, positions);
    }

    /// One whose groups leave memory when it is short, to be merged by [GroupMerge].
    public static Grouping leaving(Block.Output.Groups groups, Region region, long unitBytesMax) {
        return new Grouping(groups, region, unitBytesMax, 0);
    }

    /// How much memory the groups of one worker of several should have in a region: if they can
    /// leave, some must be left for what is read and written then.
    public static long share(Block.Output.Groups groups, Region region, int workers) {
        boolean stays = groups.aggregates().stream().anyMatch(a -> a.place().isPresent());
        return stays || region.spill() == null ? region.limit() : region.limit() / 4 * 3 / workers;
    }

    /// @param depth how often its groups were dealt out; as often as can be if they do not leave
    Grouping(Block.Output.Groups groups, Region region, long unitBytesMax, int depth) {
        this(groups, region, unitBytesMax, depth, Batch.ROWS_MAX);
    }

    private Grouping(
            Block.Output.Groups groups,
            Region region,
            long unitBytesMax,
            int depth,
            int positions) {
        this.positions = positions;
        this.firstPositions = new int[positions];
        this.numbers = new int[positions];
        this.chosen = new int[positions];
        this.groups = groups;
        this.region = region;
        this.account = new Account(region);
        this.keys = groups.keys().stream().map(Expression::fork).toArray(Expression[]::new);
        this.aggregates = new Aggregates(groups.aggregates(), region, account, unitBytesMax > 0);
        List<Type> keyTypes = groups.keys().stream().map(Expression::type).toList();
        this.table = new GroupTable(region, keyTypes, aggregates.stateWords(), positions);
        aggregates.place(table.rows());
        this.components = new Components(groups.aggregates());
        boolean sampled = unitBytesMax > 0 && components.size() <= Components.MOST;
        this.sums = sampled ? emptyUnitSums(unitBytesMax) : null;
        int sets = groups.sets().size();
        this.keeps = new boolean[sets][keys.length];
        this.groupOf = new int[sets][positions];
        this.keysOfSet = new Vector[sets][keys.length];
        for (int s = 0; s < sets; s++) {
            for (int key : groups.sets().get(s)) {
                keeps[s][key] = true;
            }
        }
        this.depth = aggregates.stays() || region.spill() == null ? SpilledGroups.DEPTHS : depth;
        this.pairCarriers = new Vector[aggregates.distinct().size()][];
        Arrays.setAll(firstPositions, i -> i);
        carried.addAll(keyTypes);
        carried.add(Type.BIGINT);
        for (DistinctValues values : aggregates.distinct()) {
            List<Type> types = new ArrayList<>(carried);
            types.add(values.type());
            carriedPairs.add(types);
        }
        carried.add(Type.BIGINT);
        carried.addAll(aggregates.carried());
    }

    /// The types of the rows [#write] makes.
    public static List<Type> types(Block.Output.Groups groups) {
        List<Type> types = new ArrayList<>();
        groups.keys().forEach(k -> types.add(k.type()));
        groups.aggregates().forEach(a -> types.add(a.type()));
        return types;
    }

    public int size() {
        return table.size();
    }

    /// How many groups are read at once at most.
    int readAtOnce() {
        return positions;
    }

    /// Adds the selected tuples to their groups.
    public void add(Rows rows, int[] selection, int count) {
        add(rows, null, null, selection, count);
    }

    /// Adds the selected tuples to their groups.
    ///
    /// @param unitsA, unitsB by position the units the tuples come from; null if nothing is sampled
    public void add(Rows rows, int[] unitsA, int[] unitsB, int[] selection, int count) {
        slices.forEach(
                selection,
                count,
                new Slices.Work<RuntimeException>() {
                    @Override
                    public void evaluate(int[] some, int someCount) {
                        Grouping.this.evaluate(rows, some, someCount);
                    }

                    @Override
                    public void use(int[] some, int someCount) {
                        add(unitsA, unitsB, some, someCount);
                    }
                });
    }

    private void evaluate(Rows rows, int[] selection, int count) {
        for (int k = 0; k < keys.length; k++) {
            Vector values = keys[k].evaluate(rows, selection, count);
            for (int set = 0; set < keeps.length; set++) {
                keysOfSet[set][k] = keeps[set][k] ? values : null;
            }
        }
        aggregates.evaluate(rows, selection, count);
    }

    /// Adds some of the tuples evaluated.
    private void add(int[] unitsA, int[] unitsB, int[] selection, int count) {
        int before = table.size();
        try {
            find(unitsA, selection, count);
        } catch (TelegraphException e) {
            if (relieve(before, count, e)) {
                add(unitsA, unitsB, selection, count);
            } else {
                int half = count / 2;
                add(unitsA, unitsB, Arrays.copyOf(selection, half), half);
                add(unitsA, unitsB, Arrays.copyOfRange(selection, half, count), count - half);
                aggregates.choose(selection, count);
            }
            return;
        }
        for (int[] numbered : groupOf) {
            table.rows().tally(numbered, selection, count);
            aggregates.fold(table.rows(), numbered);
            if (sums != null) {
                sums.locate(numbered, unitsA, unitsB, selection, count);
                aggregates.addTo(sums);
            }
        }
    }

    /// Does all that may be refused memory.
    private void find(int[] units, int[] selection, int count) {
        aggregates.choose(selection, count);
        for (int set = 0; set < keeps.length; set++) {
            table.number(keysOfSet[set], set, selection, count, groupOf[set]);
        }
        for (int[] numbered : groupOf) {
            aggregates.collect(table.rows(), numbered, units);
        }
    }

    /// Makes room after a refusal.
    ///
    /// @param before how many groups there were before what was refused; if there were none, there
    ///   was no room for so many tuples at once
    /// @param count how many tuples it was for
    /// @return whether there are none now, and it may be tried again
    private boolean relieve(int before, int count, TelegraphException refusal) {
        if (refusal.kind() != TelegraphException.Kind.RESOURCE
                || depth == SpilledGroups.DEPTHS
                || before == 0 && count == 1) {
            throw refusal;
        }
        if (before > 0) {
            leave();
        } else {
            clear();
        }
        return before > 0;
    }

    /// Writes all groups to the spill file and forgets them.
    void leave() {
        if (sums != null) {
            sums.giveUp();
        }
        table.seal();
        aggregates.distinct().forEach(DistinctValues::seal);
        if (spilled == null) {
            spilled = new SpilledGroups(region, aggregates.distinct().size());
        }
        spilled.write(this, depth);
        clear();
    }

    /// Whether groups left memory.
    public boolean hasLeft() {
        return spilled != null;
    }

    /// Whether it keeps values besides the groups' rows, so that it is merged only as a whole.
    public boolean collects() {
        return aggregates.collects();
    }

    /// Whether groups can leave memory.
    boolean canLeave() {
        return depth < SpilledGroups.DEPTHS;
    }

    /// The groups that left, which are no longer this one's.
    SpilledGroups takeSpilled() {
        SpilledGroups taken = spilled;
        spilled = null;
        return taken;
    }

    SpilledGroups.Order order(int atDepth) {
        return SpilledGroups.Order.of(table, atDepth);
    }

    /// Gives back what only adding needs: from here on groups are read, or forgotten.
    public void seal() {
        table.seal();
    }

    /// Forgets all groups.
    void clear() {
        table.clear();
        aggregates.distinct().forEach(DistinctValues::clear);
    }

    List<Type> carried() {
        return carried;
    }

    /// How many aggregates have distinct values of their own.
    int kinds() {
        return carriedPairs.size();
    }

    List<Type> carriedPairs(int kind) {
        return carriedPairs.get(kind);
    }

    DistinctValues distinct(int kind) {
        return aggregates.distinct().get(kind);
    }

    /// Columns of distinct values listed from place `first` on, the i-th one's at position i.
    Vector[] carryPairs(int kind, int[] listed, int first, int count) {
        Vector[] to = pairCarriers(kind);
        System.arraycopy(listed, first, chosen, 0, count);
        distinct(kind).read(chosen, count, numbers, to[keys.length + 1]);
        carryKeys(numbers, count, to);
        return to;
    }

    private Vector[] pairCarriers(int kind) {
        if (pairCarriers[kind] == null) {
            pairCarriers[kind] =
                    carriedPairs.get(kind).stream().map(Vector::new).toArray(Vector[]::new);
        }
        return pairCarriers[kind];
    }

    /// Adds the groups of another grouping of the same output.
    ///
    /// @return by group of the other its number here
    public int[] merge(Grouping other) {
        int[] merged = new int[other.size()];
        for (int first = 0; first < merged.length; first += Batch.ROWS_MAX) {
            int count = Math.min(Batch.ROWS_MAX, merged.length - first);
            for (int i = 0; i < count; i++) {
                chosen[i] = first + i;
            }
            other.carry(chosen, count, carriers());
            absorb(carriers, count);
            System.arraycopy(numbers, 0, merged, first, count);
        }
        aggregates.mergeCollected(other.aggregates, table.rows(), merged);
        return merged;
    }

    private Vector[] carriers() {
        if (carriers == null) {
            carriers = carried.stream().map(Vector::new).toArray(Vector[]::new);
        }
        return carriers;
    }

    /// Columns of groups listed from place `first` on, the i-th one's at position i.
    Vector[] carry(int[] listed, int first, int count) {
        System.arraycopy(listed, first, chosen, 0, count);
        carry(chosen, count, carriers());
        return carriers;
    }

    private void carryKeys(int[] wanted, int count, Vector[] to) {
        for (int k = 0; k < keys.length; k++) {
            table.read(k, wanted, count, to[k]);
        }
        Vector sets = to[keys.length];
        sets.hasNoNulls();
        for (int i = 0; i < count; i++) {
            sets.longs[i] = table.set(wanted[i]);
        }
    }

    /// Sets the columns to groups, the i-th one at position i.
    private void carry(int[] wanted, int count, Vector[] to) {
        carryKeys(wanted, count, to);
        Vector tallies = to[keys.length + 1];
        tallies.hasNoNulls();
        KeyWords.readWords(table.rows(), wanted, count, table.rows().tally(), tallies.longs);
        aggregates.carry(table.rows(), wanted, count, to, keys.length + 2);
    }

    /// Adds the groups of another grouping that are listed from place `first` to before `end`,
    /// reading alone from the other.
    void absorb(Grouping other, int[] listed, int first, int end) {
        for (int from = first; from < end; from += Batch.ROWS_MAX) {
            absorbSome(
                    (at, count) -> {
                        System.arraycopy(listed, at, chosen, 0, count);
                        other.carry(chosen, count, carriers());
                        absorb(carriers, count);
                    },
                    from,
                    Math.min(Batch.ROWS_MAX, end - from));
        }
    }

    /// Adds groups that were written.
    void absorb(Batch batch) {
        absorbSome(
                (at, count) -> {
                    read(batch, at, count, carriers());
                    absorb(carriers, count);
                },
                0,
                batch.rows());
    }

    /// Adds distinct values that were written.
    void absorbPairs(int kind, Batch batch) {
        absorbSome(
                (at, count) -> {
                    Vector[] from = pairCarriers(kind);
                    read(batch, at, count, from);
                    locate(from, count);
                    DistinctValues to = distinct(kind);
                    to.groups(table.size());
                    to.add(numbers, from[keys.length + 1], firstPositions, count);
                },
                0,
                batch.rows());
    }

    private void read(Batch batch, int first, int count, Vector[] to) {
        for (int i = 0; i < count; i++) {
            chosen[i] = first + i;
        }
        for (int c = 0; c < to.length; c++) {
            to[c].mayHaveNulls();
            Gather.fromBatch(batch, c, chosen, firstPositions, count, to[c]);
        }
    }

    /// Adds what lies at some places.
    private interface Step {
        void add(int first, int count);
    }

    private void absorbSome(Step step, int first, int count) {
        int before = table.size();
        try {
            step.add(first, count);
        } catch (TelegraphException e) {
            if (relieve(before, count, e)) {
                absorbSome(step, first, count);
            } else {
                absorbSome(step, first, count / 2);
                absorbSome(step, first + count / 2, count - count / 2);
            }
        }
    }

    /// Finds the groups carried here: which they are is left in `numbers`.
    private void locate(Vector[] from, int count) {
        long[] sets = from[keys.length].longs;
        for (int set = 0; set < keeps.length; set++) {
            int of = 0;
            for (int i = 0; i < count; i++) {
                if (sets[i] == set) {
                    chosen[of++] = i;
                }
            }
            for (int k = 0; k < keys.length; k++) {
                keysOfSet[set][k] = keeps[set][k] ? from[k] : null;
            }
            table.number(keysOfSet[set], set, chosen, of, numbers);
        }
    }

    /// Adds groups carried here.
    private void absorb(Vector[] from, int count) {
        locate(from, count);
        GroupRows rows = table.rows();
        aggregates.merge(rows, numbers, from, keys.length + 2, count);
        Fold.addWords(rows, numbers, rows.tally(), from[keys.length + 1].longs, count);
    }

    /// The sums of the rows by unit, or null if none are kept.
    UnitSums unitSums() {
        return sums;
    }

    /// Empty sums of the same kind, charged to this grouping.
    UnitSums emptyUnitSums(long bytesMax) {
        return new UnitSums(
                components, groups.aggregates().toArray(Aggregate[]::new), account, bytesMax);
    }

    /// What is kept of each group's values for an aggregate, or null if they are not kept.
    OrderStatistic valuesOf(int aggregate) {
        return aggregates.valuesOf(aggregate);
    }

    List<Aggregate> aggregates() {
        return groups.aggregates();
    }

    Components components() {
        return components;
    }

    /// Makes sure that a group of all is there, even of no tuples, for each set without keys.
    public void addEmptyGroups() {
        chosen[0] = 0;
        for (int set = 0; set < keeps.length; set++) {
            if (groups.sets().get(set).length == 0) {
                addEmptyGroup(set);
            }
        }
    }

    private void addEmptyGroup(int set) {
        int before = table.size();
        try {
            table.number(new Vector[keys.length], set, firstPositions, 1, numbers);
        } catch (TelegraphException e) {
            relieve(before, 1, e);
            addEmptyGroup(set);
        }
    }

    /// The rows of groups `first` to `first + count - 1`, at positions from 0 on: their keys, then
    /// their aggregates. Texts are valid until the next change.
    ///
    /// @param to a vector of each of [#types]
    void read(int first, int count, Vector[] to) {
        for (int i = 0; i < count; i++) {
            chosen[i] = first + i;
        }
        for (int k = 0; k < keys.length; k++) {
            table.read(k, chosen, count, to[k]);
        }
        for (int a = 0; a < groups.aggregates().size(); a++) {
            Vector column = to[keys.length + a];
            Aggregate aggregate = groups.aggregates().get(a);
            if (aggregate.function() != Aggregate.Function.GROUPING) {
                aggregates.write(a, table.rows(), chosen, count, column);
                continue;
            }
            column.hasNoNulls();
            for (int i = 0; i < count; i++) {
                Numbers.set(left(table.set(first + i), aggregate.groupingKeys()), column, i);
            }
        }
    }

    /// A bit for each key asked about, the first highest: 1 if the set leaves it out.
    private long left(int set, int[] asked) {
        long bits = 0;
        for (int key : asked) {
            bits = bits << 1 | (keeps[set][key] ? 0 : 1);
        }
        return bits;
    }

    @Override
    public void close() {
        table.close();
        aggregates.close();
        account.release();
    }
}
