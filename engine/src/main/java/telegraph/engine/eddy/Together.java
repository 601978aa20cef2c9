package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.aggregate.Drawn;
import telegraph.engine.aggregate.Rest;
import telegraph.engine.aggregate.Stratum;
import telegraph.engine.flow.OutputQueue;
import telegraph.engine.meter.Progress;
import telegraph.engine.stem.RoutingRules;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Several blocks whose tuples are aggregated together, as those of a UNION ALL are.
///
/// ```
/// block a ──► eddy ──► groups of its workers ┐
/// block b ──► eddy ──► groups of its workers ├──► merged as those of one block ──► client
/// block c ──► eddy ──► groups of its workers ┘
/// ```
///
/// Whatever an aggregate is, its groups are merged as the groups of several workers always are, so
/// the result does not depend on which block a tuple comes from. While they run each block is a
/// stratum: sampled by itself, in an order of its own.
///
/// Threads: as [Execution] says. Memory: a region below the query's, with one for each block.
public final class Together implements Execution {
    private final Region region;
    private final GroupExits groups;
    private final OutputQueue output;
    private final int aggregates;
    private final List<Eddy> eddies = new ArrayList<>();

    private Together(Block.Output.Groups of, int blocks, QueryContext context) {
        this.aggregates = of.aggregates().size();
        this.region = context.region().child("together");
        this.output = Eddy.output(region);
        this.groups =
                new GroupExits(
                        of,
                        region,
                        output,
                        Math.max(1, context.workers()),
                        blocks,
                        context.estimates());
    }

    /// Starts grouped blocks, whose keys and aggregates are the same functions of values of the
    /// same types.
    public static Together start(List<Block> blocks, QueryContext context) {
        List<Block> alike = Alike.of(blocks);
        Together all = new Together(groups(alike.getFirst()), alike.size(), context);
        try {
            SplittableRandom seeds = new SplittableRandom(context.seed());
            for (Block block : alike) {
                Region own = all.region.child("block " + all.eddies.size());
                // Lists of equal length must not be read in the same order: they may be alike.
                QueryContext part = context.part(own, seeds.nextLong());
                all.eddies.add(Eddy.start(block, part, RoutingRules.EXACT, all.groups));
            }
            return all;
        } catch (RuntimeException | Error e) {
            all.close();
            throw e;
        }
    }

    static Block.Output.Groups groups(Block block) {
        return (Block.Output.Groups) block.output();
    }

    @Override
    public Batch take() throws InterruptedException {
        try {
            return output.take();
        } catch (TelegraphException e) {
            cancel("another part of the query failed: " + e.getMessage());
            throw e;
        }
    }

    @Override
    public boolean isReady() {
        return output.isReady();
    }

    @Override
    public List<Batch> snapshot(int groupsMax) {
        Confidence any = new Confidence(0.95, Confidence.Method.NORMAL, false);
        Rest unknown = Rest.unknown(aggregates);
        List<Stratum> nothing =
                eddies.stream().map(_ -> new Stratum("", Drawn.nothing(""), unknown)).toList();
        return groups.estimates(groupsMax, nothing, unknown, any)
                .map(Estimates::rows)
                .orElse(List.of());
    }

    @Override
    public Optional<Estimates> estimates(int groupsMax, Confidence confidence) {
        // In this order: what is read by now is in the groups when they are looked at.
        List<Rest> rest = eddies.stream().map(Eddy::rest).toList();
        Optional<Estimates> now =
                groups.estimates(
                        groupsMax,
                        strata(confidence.sequential()),
                        Rest.together(rest),
                        confidence);
        for (int i = 0; i < rest.size(); i++) {
            if (eddies.get(i).isOutdated(rest.get(i))) {
                now.ifPresent(estimates -> estimates.rows().forEach(Batch::unpin));
                return estimates(groupsMax, confidence);
            }
        }
        return now.map(this::withUnits);
    }

    /// The same with the units that are read, where there is no cohort of them.
    private Estimates withUnits(Estimates now) {
        if (now.cohort() >= 0) {
            return now;
        }
        long units = 0;
        long total = 0;
        for (Eddy eddy : eddies) {
            Progress read = eddy.read();
            // What is done without having said how many units it has is too small to count.
            long all = read.done() && read.unitsTotal() < 0 ? read.units() : read.unitsTotal();
            units += read.units();
            total = total < 0 || all < 0 ? -1 : total + all;
        }
        return new Estimates(
                now.rows(),
                now.claims(),
                -1,
                units,
                total,
                now.unmet(),
                now.stoppingPoint(),
                now.reason());
    }

    private List<Stratum> strata(boolean stopping) {
        return eddies.stream().map(eddy -> eddy.stratum(stopping)).toList();
    }

    @Override
    public int cohort() {
        return Drawn.together(strata(false).stream().map(Stratum::drawn).toList()).cohort();
    }

    @Override
    public List<Progress> progress() {
        return eddies.stream().flatMap(eddy -> eddy.progress().stream()).toList();
    }

    @Override
    public List<Routes> routes() {
        return eddies.stream().flatMap(eddy -> eddy.routes().stream()).toList();
    }

    @Override
    public void cancel(String reason) {
        eddies.forEach(eddy -> eddy.cancel(reason));
    }

    @Override
    public void close() {
        cancel("the execution was closed");
        eddies.forEach(Eddy::close);
        output.drain();
        region.close();
    }
}
