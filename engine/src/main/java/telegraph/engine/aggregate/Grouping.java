package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// The groups of some tuples, with their aggregates.
///
/// A group's key is the number of its grouping set, then the values of all keys, NULL where the set
/// leaves one out.
///
/// Threads: one at a time. Memory: on the heap, charged to the region until [#close].
public final class Grouping implements AutoCloseable {
    private final Block.Output.Groups groups;
    private final Account account;
    private final KeyTable table;
    private final KeyCodec codec = new KeyCodec();
    private final Accumulator[] accumulators;
    private final Expression[] keys;
    private final Expression[] arguments;
    private final Expression[] filters;
    private final boolean[][] keeps;
    private final int[] groupOf = new int[Batch.ROWS_MAX];
    private final int[] narrowed = new int[Batch.ROWS_MAX];
    private final Components components;
    private final UnitSums sums;
    private int[] units;

    public Grouping(Block.Output.Groups groups, Region region) {
        this(groups, region, 0);
    }

    /// @param unitBytesMax how much may be kept of the units that rows come from, so that estimates
    ///   can be made; 0 for nothing
    public Grouping(Block.Output.Groups groups, Region region, long unitBytesMax) {
        this.groups = groups;
        this.account = new Account(region);
        this.table = new KeyTable(account);
        List<Aggregate> aggregates = groups.aggregates();
        this.accumulators = new Accumulator[aggregates.size()];
        this.arguments = new Expression[aggregates.size()];
        this.filters = new Expression[aggregates.size()];
        for (int a = 0; a < accumulators.length; a++) {
            Aggregate aggregate = aggregates.get(a);
            Accumulator sharing = sharing(a);
            if (sharing != null) {
                accumulators[a] = sharing;
            } else if (aggregate.function() != Aggregate.Function.GROUPING) {
                accumulators[a] = Accumulator.of(aggregate, account, unitBytesMax > 0);
                arguments[a] = aggregate.argument().map(Expression::fork).orElse(null);
                filters[a] = aggregate.filter().map(Expression::fork).orElse(null);
            }
        }
        this.keys = groups.keys().stream().map(Expression::fork).toArray(Expression[]::new);
        this.components = new Components(aggregates);
        boolean sampled = unitBytesMax > 0 && components.size() <= Components.MOST;
        this.sums = sampled ? emptyUnitSums(unitBytesMax) : null;
        this.keeps = new boolean[groups.sets().size()][keys.length];
        for (int s = 0; s < keeps.length; s++) {
            for (int key : groups.sets().get(s)) {
                keeps[s][key] = true;
            }
        }
    }

    /// Percentiles of the same values keep them once: one that shares those of an earlier
    /// aggregate, or null.
    private Accumulator sharing(int a) {
        List<Aggregate> all = groups.aggregates();
        for (int b = 0; b < a; b++) {
            if (OrderStatistic.share(all.get(b), all.get(a))) {
                return ((OrderStatistic) accumulators[b]).sharing(all.get(a));
            }
        }
        return null;
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
        Vector[] keyValues = new Vector[keys.length];
        for (int k = 0; k < keys.length; k++) {
            keyValues[k] = keys[k].evaluate(rows, selection, count);
        }
        for (int set = 0; set < keeps.length; set++) {
            findGroups(set, keyValues, selection, count);
            if (sums != null) {
                sums.locate(groupOf, unitsA, unitsB, selection, count);
            }
            units = unitsA;
            for (int a = 0; a < accumulators.length; a++) {
                if (accumulators[a] != null) {
                    addTo(a, rows, selection, count);
                }
            }
        }
    }

    private void findGroups(int set, Vector[] keyValues, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            codec.clear();
            codec.putInt(set);
            for (int k = 0; k < keyValues.length; k++) {
                if (keeps[set][k]) {
                    codec.put(keyValues[k], at);
                } else {
                    codec.putNull();
                }
            }
            groupOf[at] = table.number(codec.buffer(), 0, codec.length());
        }
    }

    private void addTo(int a, Rows rows, int[] selection, int count) {
        int[] chosen = selection;
        int left = count;
        if (filters[a] != null) {
            Vector passes = filters[a].evaluate(rows, selection, count);
            left = 0;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                if (!passes.nulls[at] && passes.longs[at] != 0) {
                    narrowed[left++] = at;
                }
            }
            chosen = narrowed;
        }
        Vector values = arguments[a] == null ? null : arguments[a].evaluate(rows, chosen, left);
        accumulators[a].groups(table.size());
        if (accumulators[a] instanceof OrderStatistic kept) {
            kept.add(groupOf, values, units, chosen, left);
        } else {
            accumulators[a].add(groupOf, values, chosen, left);
        }
        if (sums != null) {
            sums.add(a, values, chosen, left);
        }
    }

    /// Adds the groups of another grouping of the same output.
    ///
    /// @return by group of the other its number here
    public int[] merge(Grouping other) {
        int[] numbers = new int[other.table.size()];
        for (int g = 0; g < numbers.length; g++) {
            int start = other.table.start(g);
            numbers[g] = table.number(other.table.bytes(), start, other.table.end(g) - start);
        }
        for (int a = 0; a < accumulators.length; a++) {
            if (accumulators[a] != null) {
                other.accumulators[a].groups(numbers.length);
                accumulators[a].groups(table.size());
                accumulators[a].merge(other.accumulators[a], numbers, numbers.length);
            }
        }
        return numbers;
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
        return accumulators[aggregate] instanceof OrderStatistic values ? values : null;
    }

    List<Aggregate> aggregates() {
        return groups.aggregates();
    }

    Components components() {
        return components;
    }

    /// Makes sure that a group of all is there, even of no tuples, for each set without keys.
    public void addEmptyGroups() {
        for (int set = 0; set < keeps.length; set++) {
            if (groups.sets().get(set).length == 0) {
                codec.clear();
                codec.putInt(set);
                for (int k = 0; k < keys.length; k++) {
                    codec.putNull();
                }
                table.number(codec.buffer(), 0, codec.length());
            }
        }
        for (Accumulator accumulator : accumulators) {
            if (accumulator != null) {
                accumulator.groups(table.size());
            }
        }
    }

    /// Writes a group as the builder's next row: its keys, then its aggregates.
    public void write(int group, BatchBuilder to) {
        write(group, null, to);
    }

    /// Writes a group with other values for some aggregates.
    ///
    /// @param instead by aggregate; NaN to keep it as it is
    void write(int group, double[] instead, BatchBuilder to) {
        int at = table.start(group);
        int set = KeyCodec.intAt(table.bytes(), at);
        at += 4;
        for (int k = 0; k < keys.length; k++) {
            at = KeyCodec.write(table.bytes(), at, keys[k].type(), to, k);
        }
        for (int a = 0; a < accumulators.length; a++) {
            int column = keys.length + a;
            if (accumulators[a] == null) {
                Numbers.put(left(set, groups.aggregates().get(a).groupingKeys()), to, column);
            } else if (instead != null && !Double.isNaN(instead[a])) {
                Numbers.put(instead[a], to, column);
            } else {
                accumulators[a].write(group, to, column);
            }
        }
        to.endRow();
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
        account.release();
    }
}
