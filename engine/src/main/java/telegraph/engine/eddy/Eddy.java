package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.aggregate.Rest;
import telegraph.engine.aggregate.Stratum;
import telegraph.engine.flow.Feeds;
import telegraph.engine.flow.OutputQueue;
import telegraph.engine.flow.WorkTokens;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Progress;
import telegraph.engine.policy.Option;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.tuple.AccessChoice;
import telegraph.engine.tuple.Instance;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.tuple.ResolvedCohort;
import telegraph.engine.tuple.Sampled;
import telegraph.engine.tuple.WorkerState;
import telegraph.ground.Job;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// A block being executed: its threads, its memory, and how it ends.
///
/// ```
/// readers ──► inbox ──► workers ──► output queue ──► client
///    ▲                   │    ▲
///    └───── lookups ◄────┘    └── SteMs
/// ```
///
/// It ends by itself when nothing is left to do, or early: by a failure, by [#cancel], or because
/// the client has all the rows it wants. The first failure counts; later ones are attached to it.
///
/// Threads: as [Execution] says. Memory: a region below the query's, closed in [#close] after every
/// thread has ended.
public final class Eddy implements Execution {
    private static final long OUTPUT_BYTES_MAX = 8L << 20;

    /// A worker goes down into expressions as deep as a statement has them; its stack is reserved,
    /// and not taken as long as they are flat.
    private static final long STACK_BYTES = 64L << 20;

    private final QueryContext context;
    private final QueryGraph graph;
    private final Region region;
    private final Circuit circuit;
    private final ResolvedCohort sampling;
    private final OutputQueue output;
    private final Exits exits;
    private final Option leaving;

    /// What it gives its tuples to together with other blocks, or null if it is alone.
    private final GroupExits together;

    private final List<Job> workers = new ArrayList<>();
    private volatile Thread finisher;
    private final AtomicReference<TelegraphException> failure = new AtomicReference<>();
    private volatile boolean closed;

    private Eddy(QueryGraph graph, QueryContext context, RoutingRules rules, GroupExits together) {
        this.together = together;
        this.context = context;
        this.graph = graph;
        this.region = context.region().child("block");
        int[] sampled = context.estimates() ? Sampled.inputs(graph) : new int[0];
        this.output = together == null ? output(region) : together.output();
        this.circuit =
                new CircuitBuilder(graph, context, rules, region)
                        .build(sampled, workerCount(), this::fail);
        boolean bounded =
                together == null
                        && graph.size() == 1
                        && Rest.of(-1, graph.block(), aggregates()).boundsMissing(aggregates());
        this.sampling =
                new ResolvedCohort(
                        graph, circuit.ledger(), circuit.meters(), bounded, this::rowsOfAll);
        this.exits =
                together == null
                        ? Exits.of(
                                graph.block().output(),
                                region,
                                output,
                                context,
                                sampled,
                                this::isWhole,
                                this::enough)
                        : together.branch(
                                (Block.Output.Groups) graph.block().output(),
                                sampled,
                                this::isWhole);
        Block.Output leaves = graph.block().output();
        this.leaving = new Option(leaves.name(), leaves.kind());
    }

    /// The queue of a result that is made in a region.
    static OutputQueue output(Region region) {
        return new OutputQueue(Math.min(OUTPUT_BYTES_MAX, region.limit() / 16));
    }

    /// Checks that every input of the block can be reached.
    public static void check(Block block) {
        new AccessChoice(block).choose();
    }

    /// Starts a block.
    public static Eddy start(Block block, QueryContext context) {
        return start(block, context, RoutingRules.EXACT);
    }

    /// The same; the rules are as they should be, except in tests.
    static Eddy start(Block block, QueryContext context, RoutingRules rules) {
        return start(block, context, rules, null);
    }

    /// Starts a block whose tuples go into groups with those of others.
    static Eddy start(Block block, QueryContext context, RoutingRules rules, GroupExits together) {
        QueryGraph graph = new QueryGraph(block, rules);
        Eddy eddy = new Eddy(graph, context, rules, together);
        try {
            eddy.run();
            return eddy;
        } catch (RuntimeException | Error e) {
            eddy.close();
            throw e;
        }
    }

    private int workerCount() {
        return context.ordered() ? 1 : Math.max(1, context.workers());
    }

    private void run() {
        WorkTokens tokens = circuit.inbox().tokens();
        tokens.begun();
        for (int w = 0; w < workerCount(); w++) {
            WorkerState state = new WorkerState(graph, circuit.stems(), context.seed() + w);
            Worker worker = new Worker(circuit, state, exits.forWorker(), leaving);
            String name = "telegraph-" + context.query() + "-worker-" + w;
            workers.add(Job.of(name, STACK_BYTES, () -> work(worker)));
        }
        workers.forEach(Job::start);
        finisher =
                Thread.ofVirtual()
                        .name("telegraph-" + context.query() + "-end")
                        .start(this::finish);
        graph.instances().forEach(this::feed);
        tokens.over();
    }

    private void feed(Instance instance) {
        Feeds.Order order = circuit.order(instance.index());
        switch (instance.feed()) {
            case SCAN -> scan(instance, order);
            case CONSTANTS -> {
                int[] pattern = AccessChoice.constantPattern(instance.input()).orElseThrow();
                circuit.feeds().scanByConstants(order, pattern);
            }
            case NONE -> {}
        }
    }

    private void scan(Instance instance, Feeds.Order order) {
        // Only if every row becomes a row of the result do so many rows do.
        boolean unchanged =
                graph.size() == 1
                        && graph.filters().isEmpty()
                        && graph.block().output() instanceof Block.Output.Tuples;
        circuit.feeds().scan(order, unchanged ? context.rowsWanted() : -1);
        if (instance.competes()) {
            circuit.feeds().startRace(circuit.lookups()[instance.index()]);
        }
    }

    private void work(Worker worker) {
        try {
            worker.run();
        } catch (InterruptedException e) {
            fail(TelegraphException.cancelled("a worker was interrupted: " + e.getMessage()));
        } catch (TelegraphException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(TelegraphException.bug("a worker failed: " + e, e));
        }
    }

    /// Waits for the workers, then lets the result go.
    private void finish() {
        try {
            for (Job worker : workers) {
                worker.join();
            }
            if (failure.get() == null) {
                for (Meter meter : circuit.meters()) {
                    meter.done();
                }
                exits.finish();
            }
        } catch (InterruptedException e) {
            fail(TelegraphException.cancelled("the block was interrupted"));
        } catch (TelegraphException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(TelegraphException.bug("the result could not be made: " + e, e));
        }
    }

    /// The client has all it wants.
    private void enough() {
        circuit.inbox().halt();
        circuit.feeds().cancel();
    }

    private void fail(TelegraphException reason) {
        if (!failure.compareAndSet(null, reason)) {
            TelegraphException first = failure.get();
            if (first != reason && reason.kind() != TelegraphException.Kind.CANCELLED) {
                first.addSuppressed(reason);
            }
            return;
        }
        output.fail(reason);
        circuit.inbox().halt();
        circuit.feeds().cancel();
        for (Job worker : workers) {
            if (!worker.isHere()) {
                worker.interrupt();
            }
        }
        Thread last = finisher;
        if (last != null && last != Thread.currentThread()) {
            last.interrupt();
        }
    }

    @Override
    public Batch take() throws InterruptedException {
        return output.take();
    }

    @Override
    public boolean isReady() {
        return output.isReady();
    }

    @Override
    public List<Batch> snapshot(int groupsMax) {
        Confidence any = new Confidence(0.95, Confidence.Method.NORMAL, false);
        return exits.estimates(groupsMax, Drawn.nothing(""), Rest.unknown(aggregates().size()), any)
                .map(Estimates::rows)
                .orElse(List.of());
    }

    @Override
    public Optional<Estimates> estimates(int groupsMax, Confidence confidence) {
        // In this order: what is read by now is in the groups when they are looked at.
        Rest rest = rest();
        Drawn drawn = sampling.drawn(confidence.sequential());
        Optional<Estimates> now = exits.estimates(groupsMax, drawn, rest, confidence);
        if (!isOutdated(rest)) {
            return now;
        }
        now.ifPresent(estimates -> estimates.rows().forEach(Batch::unpin));
        return estimates(groupsMax, confidence);
    }

    /// What is known of rows that are yet to come.
    Rest rest() {
        return Rest.of(rowsLeft(), graph.block(), aggregates());
    }

    /// Whether the size was doubted while the groups were looked at; from now on it is unknown.
    boolean isOutdated(Rest rest) {
        return rest.left() >= 0 && circuit.ledger().isDoubted(0);
    }

    /// What an estimate can be of, of this block among others.
    Stratum stratum(boolean stopping) {
        boolean ended = exits instanceof GroupExits.Branch branch && branch.hasEnded();
        Drawn drawn =
                circuit.ledger().sides() > 0
                        ? sampling.drawn(stopping)
                        : ended
                                ? Drawn.whole(0, List.of())
                                : Drawn.nothing("no input can be read as a sample");
        Optional<String> incomplete =
                drawn.isWhole() ? Progress.incompleteness(progress()) : Optional.empty();
        String name = graph.instance(foremost()).alias();
        return new Stratum(
                name,
                incomplete.isPresent() ? Drawn.nothing(name + ": " + incomplete.get()) : drawn,
                rest());
    }

    /// How far the input is that is sampled, or the first if there is none.
    Progress read() {
        return circuit.meters()[foremost()].progress();
    }

    private int foremost() {
        return circuit.ledger().sides() > 0 ? circuit.ledger().input(0) : 0;
    }

    /// Whether no request was given up and no list changed, so that no rows are missing.
    private boolean isWhole() {
        return Progress.incompleteness(progress()).isEmpty();
    }

    private List<Aggregate> aggregates() {
        return graph.block().output() instanceof Block.Output.Groups grouped
                ? grouped.aggregates()
                : List.of();
    }

    /// How many rows the only group has, where all rows of the only input are in it and the input
    /// says how many there are, else -1.
    private long rowsOfAll() {
        Block block = graph.block();
        boolean all =
                graph.size() == 1
                        && block.filters().isEmpty()
                        && block.output() instanceof Block.Output.Groups groups
                        && groups.keys().isEmpty();
        return all && !circuit.ledger().isDoubted(0) ? circuit.inbox().lanes().rowsTotal(0) : -1;
    }

    /// How many rows of the only input are yet to be routed, or -1.
    private long rowsLeft() {
        if (graph.size() > 1 || circuit.ledger().isDoubted(0)) {
            return -1;
        }
        long routed = circuit.rowsRouted().sum();
        long total = circuit.inbox().lanes().rowsTotal(0);
        return total < routed ? -1 : total - routed;
    }

    @Override
    public int cohort() {
        return sampling.drawn(false).cohort();
    }

    @Override
    public List<Progress> progress() {
        List<Progress> all = new ArrayList<>();
        for (Meter meter : circuit.meters()) {
            all.add(meter.progress());
        }
        return all;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new RoutesReport(circuit).report(leaving, exits.bytes()));
    }

    @Override
    public void cancel(String reason) {
        fail(TelegraphException.cancelled(reason));
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        cancel("the execution was closed");
        boolean interrupted = joinAll();
        output.drain();
        exits.close();
        circuit.close();
        region.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for all threads, whatever happens; says whether somebody interrupted the wait.
    private boolean joinAll() {
        boolean interrupted = false;
        while (true) {
            try {
                for (Job worker : workers) {
                    worker.join();
                }
                if (finisher != null) {
                    finisher.join();
                }
                circuit.feeds().join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
