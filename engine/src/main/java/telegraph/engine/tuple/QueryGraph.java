package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.stem.Stem;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;

/// A block seen as a graph: inputs are nodes, equalities edges. Says where a tuple may go next.
///
/// A tuple may meet an input whose rows come by themselves, or that it binds a lookup of (R9).
/// Connected inputs are preferred. If a tuple has neighbours but may meet none of them:
///
/// - in a tree whose lookups each need one neighbour only, it meets a neighbour without asking for
///   rows. Each input that only lookups deliver is asked for from the side of its driver; the path
///   to the driver is the only one, so whoever waits on the other side is found when the row comes;
/// - in any other graph it is combined with an input that is not connected (cross product).
///
/// Threads: any; it does not change.
public final class QueryGraph {
    /// The most inputs of a block, and the most filters routed one by one.
    public static final int BITS_MAX = Block.INPUTS_MAX;

    private final Block block;
    private final List<Instance> instances;
    private final List<Predicate> filters;
    private final long[] filterSpans;
    private final long[] passedBeforeBuild;
    private final List<List<List<Integer>>> indexes = new ArrayList<>();
    private final boolean waitsWithoutAsking;
    private final boolean walked;

    public QueryGraph(Block block, RoutingRules rules) {
        this.block = block;
        if (block.inputs().size() > BITS_MAX) {
            throw new IllegalArgumentException(
                    "a block has at most " + BITS_MAX + " inputs: inputs=" + block.inputs().size());
        }
        this.instances = new AccessChoice(block).choose();
        this.filters = atMost(BITS_MAX, block.filters());
        this.filterSpans = filters.stream().mapToLong(f -> spanOf(f.columns())).toArray();
        this.passedBeforeBuild =
                IntStream.range(0, instances.size()).mapToLong(this::filtersOver).toArray();
        for (int i = 0; i < instances.size(); i++) {
            indexes.add(indexesOf(i));
        }
        boolean connected = isConnected();
        boolean onlyFeeds = instances.stream().allMatch(Instance::hasFeed);
        this.waitsWithoutAsking =
                connected
                        && (!rules.keep(RoutingRules.Rule.CROSS_PRODUCTS)
                                || isTree() && singleDrivers());
        this.walked = !connected || !onlyFeeds && !waitsWithoutAsking;
    }

    /// As many filters; the last ones of a long list become one.
    private static List<Predicate> atMost(int most, List<Predicate> all) {
        if (all.size() <= most) {
            return all;
        }
        List<Predicate> few = new ArrayList<>(all.subList(0, most - 1));
        few.add(new AllOf(all.subList(most - 1, all.size())));
        return List.copyOf(few);
    }

    private static long spanOf(List<ColumnRef> columns) {
        long span = 0;
        for (ColumnRef column : columns) {
            span |= 1L << column.input();
        }
        return span;
    }

    public int size() {
        return instances.size();
    }

    /// The span of whole tuples.
    long all() {
        return (1L << size()) - 1;
    }

    public Instance instance(int index) {
        return instances.get(index);
    }

    public List<Instance> instances() {
        return instances;
    }

    public List<Predicate> filters() {
        return filters;
    }

    /// The inputs a filter is about.
    public long filterSpan(int filter) {
        return filterSpans[filter];
    }

    public Block block() {
        return block;
    }

    public Stem.Design design(int input) {
        Instance instance = instances.get(input);
        List<Stem.Index> all = new ArrayList<>();
        for (List<Integer> columns : indexes.get(input)) {
            all.add(new Stem.Index(columns, askers(input, columns)));
        }
        return new Stem.Design(input, instance.types(), all, instance.key(), walked);
    }

    /// Of which inputs a tuple may consist that asks an index: those that hang together with a
    /// neighbour by whose columns it asks when this input is taken away.
    private long askers(int input, List<Integer> columns) {
        long others = all() & ~(1L << input);
        if (walked) {
            return others;
        }
        long askers = 0;
        for (Block.Equality e : block.equalities()) {
            if (e.left().input() == input && columns.contains(e.left().column())) {
                askers |= 1L << e.right().input();
            }
            if (e.right().input() == input && columns.contains(e.right().column())) {
                askers |= 1L << e.left().input();
            }
        }
        for (int i = 0; i < size(); i++) {
            for (Block.Equality e : block.equalities()) {
                long both = 1L << e.left().input() | 1L << e.right().input();
                if ((both & 1L << input) == 0 && (askers & both) != 0) {
                    askers |= both;
                }
            }
        }
        return askers & others;
    }

    /// The columns of the inputs in a span that routing may still need of tuples that have passed
    /// these filters.
    List<ColumnRef> columnsNeeded(long span, long done) {
        Set<ColumnRef> needed = new LinkedHashSet<>();
        for (int f = 0; f < filters.size(); f++) {
            if ((done >>> f & 1) == 0) {
                needed.addAll(filters.get(f).columns());
            }
        }
        for (Block.Equality e : block.equalities()) {
            needed.add(e.left());
            needed.add(e.right());
        }
        switch (block.output()) {
            case Block.Output.Tuples tuples ->
                    tuples.columns().forEach(e -> needed.addAll(e.columns()));
            case Block.Output.Groups groups -> {
                groups.keys().forEach(e -> needed.addAll(e.columns()));
                for (Aggregate aggregate : groups.aggregates()) {
                    aggregate.argument().ifPresent(e -> needed.addAll(e.columns()));
                    aggregate.independent().ifPresent(e -> needed.addAll(e.columns()));
                    aggregate.filter().ifPresent(e -> needed.addAll(e.columns()));
                }
            }
        }
        Set<ColumnRef> physical = new LinkedHashSet<>();
        for (ColumnRef column : needed) {
            if ((span >>> column.input() & 1) == 0) {
                continue;
            }
            Block.Input input = instances.get(column.input()).input();
            int own = input.columns().length;
            if (column.column() < own) {
                physical.add(column);
            } else {
                physical.addAll(input.computed().get(column.column() - own).columns());
            }
        }
        return List.copyOf(physical);
    }

    /// The inputs of a span by alias.
    public String words(long span) {
        return instances.stream()
                .filter(i -> (span >>> i.index() & 1) != 0)
                .map(Instance::alias)
                .collect(Collectors.joining(", "));
    }

    /// The filters a tuple may go through now. One that can throw waits until all others that can
    /// run have run, and throwing ones run in the order of the text.
    public List<Integer> filtersFor(long span, long done) {
        List<Integer> ready = new ArrayList<>();
        int throwing = -1;
        for (int f = 0; f < filterSpans.length; f++) {
            if ((done >>> f & 1) != 0 || (filterSpans[f] & ~span) != 0) {
                continue;
            }
            if (!filters.get(f).canThrow()) {
                ready.add(f);
            } else if (throwing < 0) {
                throwing = f;
            }
        }
        if (ready.isEmpty() && throwing >= 0) {
            ready.add(throwing);
        }
        return ready;
    }

    /// The filters that every stored row of an input has passed: those over it alone, which go
    /// before the build.
    public long passedBeforeBuild(int input) {
        return passedBeforeBuild[input];
    }

    private long filtersOver(int input) {
        long over = 0;
        for (int f = 0; f < filterSpans.length; f++) {
            over |= filterSpans[f] == 1L << input ? 1L << f : 0;
        }
        return over;
    }

    /// Whether a filter over an input alone can throw and has not run.
    public boolean canThrowAlone(int input, long done) {
        for (int f = 0; f < filterSpans.length; f++) {
            if (filterSpans[f] == 1L << input
                    && (done >>> f & 1) == 0
                    && filters.get(f).canThrow()) {
                return true;
            }
        }
        return false;
    }

    /// The inputs of whose keys an index tells, once they are complete, whether a row of `input`
    /// has a match. None for rows that were asked for: few, and with a match where they come from.
    public List<Probe> semijoinsFor(int input) {
        List<Probe> semijoins = new ArrayList<>();
        if (!instances.get(input).hasFeed()) {
            return semijoins;
        }
        for (int target = 0; target < size(); target++) {
            if (target != input && instances.get(target).hasFeed()) {
                Probe probe = probe(1L << input, target);
                if (probe.index() >= 0) {
                    semijoins.add(probe);
                } else {
                    implied(probe).ifPresent(semijoins::add);
                }
            }
        }
        return semijoins;
    }

    /// A look into an index of one column that a column of the prober must equal because both must
    /// equal a third: of a = b and b = c the rows of c need only those of a.
    private Optional<Probe> implied(Probe probe) {
        List<List<Integer>> candidates = indexes.get(probe.target());
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).size() == 1) {
                ColumnRef key = new ColumnRef(probe.target(), candidates.get(i).getFirst());
                for (ColumnRef equal : equalTo(key)) {
                    if (probe.span() == 1L << equal.input()) {
                        return Optional.of(
                                new Probe(
                                        probe.span(),
                                        probe.target(),
                                        i,
                                        List.of(equal),
                                        List.of(new Probe.Link(equal, key)),
                                        probe.bind(),
                                        probe.fed()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// The columns that must equal one, directly or through others.
    private Set<ColumnRef> equalTo(ColumnRef column) {
        Set<ColumnRef> equal = new LinkedHashSet<>(List.of(column));
        int before;
        do {
            before = equal.size();
            for (Block.Equality e : block.equalities()) {
                if (equal.contains(e.left()) || equal.contains(e.right())) {
                    equal.add(e.left());
                    equal.add(e.right());
                }
            }
        } while (equal.size() > before);
        return equal;
    }

    /// The inputs a tuple may meet now.
    public List<Probe> probesFor(long span) {
        List<Probe> joined = new ArrayList<>();
        List<Probe> filtered = new ArrayList<>();
        List<Probe> crossed = new ArrayList<>();
        Probe waiting = null;
        for (int target = 0; target < size(); target++) {
            if ((span >>> target & 1) != 0) {
                continue;
            }
            Probe probe = probe(span, target);
            if (!instances.get(target).reachableFrom(span)) {
                if (waiting == null && !probe.equalities().isEmpty()) {
                    waiting = probe;
                }
            } else if (!probe.equalities().isEmpty()) {
                joined.add(probe);
            } else if (filterLinks(span, target)) {
                filtered.add(probe);
            } else {
                crossed.add(probe);
            }
        }
        if (!joined.isEmpty()) {
            return joined;
        }
        if (waiting != null && waitsWithoutAsking) {
            return List.of(waiting);
        }
        return filtered.isEmpty() ? crossed : filtered;
    }

    private boolean filterLinks(long span, int target) {
        for (long needed : filterSpans) {
            if ((needed >>> target & 1) != 0
                    && (needed & span) != 0
                    && (needed & ~(span | 1L << target)) == 0) {
                return true;
            }
        }
        return false;
    }

    /// How a tuple of this span finds its matches in the SteM of `target`.
    private Probe probe(long span, int target) {
        List<Probe.Link> links = new ArrayList<>();
        for (Block.Equality e : block.equalities()) {
            addLink(links, span, target, e.left(), e.right());
            addLink(links, span, target, e.right(), e.left());
        }
        int best = -1;
        List<ColumnRef> keys = List.of();
        List<List<Integer>> candidates = indexes.get(target);
        for (int i = 0; i < candidates.size(); i++) {
            List<ColumnRef> from = keysFor(candidates.get(i), links);
            if (from != null && from.size() > keys.size()) {
                best = i;
                keys = from;
            }
        }
        Instance.Bind bind =
                instances.get(target).binds().stream()
                        .filter(b -> b.boundBy(span))
                        .findFirst()
                        .orElse(null);
        boolean fed = instances.get(target).hasFeed();
        return new Probe(span, target, best, keys, links, bind, fed);
    }

    private static void addLink(
            List<Probe.Link> links, long span, int target, ColumnRef from, ColumnRef to) {
        if (to.input() == target && (span >>> from.input() & 1) != 0) {
            links.add(new Probe.Link(from, to));
        }
    }

    /// For each column of an index a column of the tuple that must be equal, or null if one has
    /// none.
    private static List<ColumnRef> keysFor(List<Integer> columns, List<Probe.Link> links) {
        List<ColumnRef> keys = new ArrayList<>();
        for (int column : columns) {
            links.stream()
                    .filter(l -> l.to().column() == column)
                    .findFirst()
                    .ifPresent(l -> keys.add(l.from()));
        }
        return keys.size() == columns.size() ? keys : null;
    }

    /// One index for each neighbour, on all columns joined with it.
    private List<List<Integer>> indexesOf(int input) {
        TreeMap<Integer, TreeSet<Integer>> byNeighbour = new TreeMap<>();
        for (Block.Equality e : block.equalities()) {
            if (e.left().input() == input) {
                column(byNeighbour, e.right(), e.left());
            }
            if (e.right().input() == input) {
                column(byNeighbour, e.left(), e.right());
            }
        }
        return byNeighbour.values().stream().map(List::copyOf).distinct().toList();
    }

    private static void column(
            TreeMap<Integer, TreeSet<Integer>> byNeighbour, ColumnRef other, ColumnRef own) {
        byNeighbour.computeIfAbsent(other.input(), n -> new TreeSet<>()).add(own.column());
    }

    private boolean isConnected() {
        long reached = 1;
        for (int i = 0; i < size(); i++) {
            for (Block.Equality e : block.equalities()) {
                long both = 1L << e.left().input() | 1L << e.right().input();
                if ((reached & both) != 0) {
                    reached |= both;
                }
            }
        }
        return reached == all();
    }

    private boolean isTree() {
        long edges =
                block.equalities().stream()
                        .mapToLong(e -> 1L << e.left().input() | 1L << e.right().input())
                        .distinct()
                        .count();
        return edges == size() - 1;
    }

    /// Whether each input without a feed has a pattern that one neighbour with a smaller distance
    /// to a feed binds alone.
    private boolean singleDrivers() {
        long reached = 0;
        for (Instance instance : instances) {
            if (instance.hasFeed()) {
                reached |= 1L << instance.index();
            }
        }
        for (int round = 0; round < size(); round++) {
            for (Instance instance : instances) {
                for (int d = 0; d < size(); d++) {
                    long driver = reached & 1L << d;
                    if (driver != 0 && instance.reachableFrom(driver)) {
                        reached |= 1L << instance.index();
                    }
                }
            }
        }
        return reached == all();
    }
}
