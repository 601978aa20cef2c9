package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
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
/// Threads: one at a time. Memory: off the heap in the region, and on the heap charged to it, until
/// [#close].
public final class Grouping implements AutoCloseable {
    private final Block.Output.Groups groups;
    private final Account account;
    private final Expression[] keys;
    private final boolean[][] keeps;
    private final GroupTable table;
    private final Aggregates aggregates;
    private final Components components;
    private final UnitSums sums;

    /// By grouping set and position.
    private final int[][] groupOf;

    private final Vector[][] keysOfSet;

    /// What carries groups from one table to another: keys, grouping set, tuples, states.
    private final List<Type> carried = new ArrayList<>();

    private Vector[] carriers;
    private final int[] numbers = new int[Batch.ROWS_MAX];
    private final int[] chosen = new int[Batch.ROWS_MAX];

    public Grouping(Block.Output.Groups groups, Region region) {
        this(groups, region, 0);
    }

    /// @param unitBytesMax how much may be kept of the units that rows come from, so that estimates
    ///   can be made; 0 for nothing
    public Grouping(Block.Output.Groups groups, Region region, long unitBytesMax) {
        this.groups = groups;
        this.account = new Account(region);
        this.keys = groups.keys().stream().map(Expression::fork).toArray(Expression[]::new);
        this.aggregates = new Aggregates(groups.aggregates(), region, account, unitBytesMax > 0);
        List<Type> keyTypes = groups.keys().stream().map(Expression::type).toList();
        this.table = new GroupTable(region, keyTypes, aggregates.stateWords());
        aggregates.place(table.rows());
        this.components = new Components(groups.aggregates());
        boolean sampled = unitBytesMax > 0 && components.size() <= Components.MOST;
        this.sums = sampled ? emptyUnitSums(unitBytesMax) : null;
        int sets = groups.sets().size();
        this.keeps = new boolean[sets][keys.length];
        this.groupOf = new int[sets][Batch.ROWS_MAX];
        this.keysOfSet = new Vector[sets][keys.length];
        for (int s = 0; s < sets; s++) {
            for (int key : groups.sets().get(s)) {
                keeps[s][key] = true;
            }
        }
        carried.addAll(keyTypes);
        carried.add(Type.BIGINT);
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

    /// Adds the selected tuples to their groups.
    public void add(Rows rows, int[] selection, int count) {
        add(rows, null, null, selection, count);
    }

    /// Adds the selected tuples to their groups.
    ///
    /// @param unitsA, unitsB by position the units the tuples come from; null if nothing is sampled
    public void add(Rows rows, int[] unitsA, int[] unitsB, int[] selection, int count) {
        for (int k = 0; k < keys.length; k++) {
            Vector values = keys[k].evaluate(rows, selection, count);
            for (int set = 0; set < keeps.length; set++) {
                keysOfSet[set][k] = keeps[set][k] ? values : null;
            }
        }
        aggregates.evaluate(rows, selection, count);
        for (int set = 0; set < keeps.length; set++) {
            table.number(keysOfSet[set], set, selection, count, groupOf[set]);
        }
        for (int[] numbered : groupOf) {
            aggregates.collect(table.rows(), numbered, unitsA);
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

    /// Sets the columns to groups, the i-th one at position i.
    private void carry(int[] wanted, int count, Vector[] to) {
        for (int k = 0; k < keys.length; k++) {
            table.read(k, wanted, count, to[k]);
        }
        Vector sets = to[keys.length];
        Vector tallies = to[keys.length + 1];
        sets.hasNoNulls();
        tallies.hasNoNulls();
        for (int i = 0; i < count; i++) {
            sets.longs[i] = table.set(wanted[i]);
        }
        KeyWords.readWords(table.rows(), wanted, count, table.rows().tally(), tallies.longs);
        aggregates.carry(table.rows(), wanted, count, to, keys.length + 2);
    }

    /// Adds groups carried here, and leaves in `numbers` which they are.
    private void absorb(Vector[] from, int count) {
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
                table.number(new Vector[keys.length], set, chosen, 1, numbers);
            }
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
