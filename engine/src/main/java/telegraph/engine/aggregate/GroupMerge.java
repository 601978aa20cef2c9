package telegraph.engine.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.engine.Block;
import telegraph.ground.Uninterruptibly;
import telegraph.ground.WorkerThreads;
import telegraph.memory.Region;

/// Brings the groups of all workers together and makes rows of them.
///
/// ```
/// part 0  │ 0 │ 1 │ … │ 31 │       thread a: partition 0 of all parts ─► one table ─► rows
/// part 1  │ 0 │ 1 │ … │ 31 │       thread b: partition 1 of all parts ─► one table ─► rows …
/// spilled │ 0 │ 1 │ … │ 31 │
/// ```
///
/// Groups are dealt out by hash, so that equal ones meet in one partition, and threads share the
/// partitions. If groups left memory before, or there is no room for a second copy of a few
/// partitions, those in memory leave too, and partitions are read back one after the other; one
/// that does not fit is dealt out again by other bits. Groups that keep values besides their rows
/// are merged by the caller's thread if they are in memory.
///
/// Threads: the caller's, which waits for those it starts if it is to be several. Memory: tables in
/// regions of their own, closed at the end.
public final class GroupMerge {
    /// A table may take this many times its rows while it grows.
    private static final int GROWTH = 4;

    private final Block.Output.Groups groups;
    private final Region region;
    private final int workers;
    private final GroupWriter.Output output;
    private final Region results;

    /// @param workers how many threads
    public GroupMerge(
            Block.Output.Groups groups, Region region, int workers, GroupWriter.Output output) {
        this.groups = groups;
        this.region = region;
        this.workers = workers;
        this.output = output;
        // Apart from what is read, so that each has room whatever the other takes.
        this.results = region.child("results", region.limit() / 4);
    }

    /// Where the batches handed over lie.
    public Region results() {
        return results;
    }

    /// Hands over the rows of all groups of the parts, which are empty or sealed afterwards.
    public void run(List<Grouping> parts) throws InterruptedException {
        parts.getFirst().addEmptyGroups();
        boolean left = parts.stream().anyMatch(Grouping::hasLeft);
        if (!left && parts.getFirst().collects() && fits(parts)) {
            for (Grouping part : parts.subList(1, parts.size())) {
                parts.getFirst().merge(part);
                part.clear();
            }
            write(parts.getFirst());
        } else if (!left && parts.size() == 1) {
            write(parts.getFirst());
        } else if (left || !fits(parts)) {
            List<SpilledGroups> spilled = new ArrayList<>();
            for (Grouping part : parts) {
                part.leave();
                spilled.add(part.takeSpilled());
            }
            inParallel(partition -> target -> absorb(target, spilled, partition));
        } else {
            List<SpilledGroups.Order> orders = new ArrayList<>();
            parts.forEach(part -> orders.add(part.order(0)));
            inParallel(partition -> target -> absorb(target, parts, orders, partition));
        }
    }

    private void write(Grouping all) throws InterruptedException {
        try (GroupWriter writer = new GroupWriter(groups, region, output)) {
            all.seal();
            writer.write(all);
            writer.end();
        }
    }

    /// Whether tables of as many partitions as are made at once have room beside the parts; if
    /// values are kept besides, whether one part has room for all, with growth.
    private boolean fits(List<Grouping> parts) {
        if (!parts.getFirst().canLeave()) {
            return true;
        }
        if (parts.getFirst().collects()) {
            return parts.size() == 1 || region.used() < Grouping.share(groups, region, workers) / 4;
        }
        long share = region.used() / SpilledGroups.PARTITIONS * workers;
        return GROWTH * share < region.room();
    }

    private static void absorb(
            Grouping target,
            List<Grouping> parts,
            List<SpilledGroups.Order> orders,
            int partition) {
        for (int i = 0; i < parts.size(); i++) {
            SpilledGroups.Order order = orders.get(i);
            int start = order.starts()[partition];
            target.absorb(parts.get(i), order.groups(), start, order.starts()[partition + 1]);
        }
    }

    private void absorb(Grouping target, List<SpilledGroups> from, int partition) {
        for (SpilledGroups spilled : from) {
            spilled.absorb(partition, target, region);
        }
    }

    /// Fills a table.
    private interface Filler {
        void fill(Grouping target);
    }

    /// Gives each partition's filler.
    private interface Fillers {
        Filler of(int partition);
    }

    private void inParallel(Fillers partitions) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        if (workers == 1) {
            work(region.name() + " merge", next, partitions, failure);
        } else {
            byThreads(next, partitions, failure);
        }
        switch (failure.get()) {
            case null -> {}
            case InterruptedException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("unexpected: " + e, e);
        }
    }

    private void byThreads(
            AtomicInteger next, Fillers partitions, AtomicReference<Throwable> failure)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            String name = region.name() + " merge " + w;
            threads.add(WorkerThreads.make(name, () -> work(name, next, partitions, failure)));
        }
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            next.set(SpilledGroups.PARTITIONS);
            threads.forEach(Thread::interrupt);
            Uninterruptibly.join(threads);
        }
    }

    private void work(
            String name,
            AtomicInteger next,
            Fillers partitions,
            AtomicReference<Throwable> failure) {
        try (Region own = region.child(name, share());
                GroupWriter writer = new GroupWriter(groups, results, output);
                Grouping target = new Grouping(groups, own, 0, 1)) {
            for (int p = next.getAndIncrement();
                    p < SpilledGroups.PARTITIONS;
                    p = next.getAndIncrement()) {
                partitions.of(p).fill(target);
                drain(target, own, 1, writer);
            }
            writer.end();
        } catch (InterruptedException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            next.set(SpilledGroups.PARTITIONS);
        }
    }

    /// How much memory a thread's table may have, so that there is always some for what it reads
    /// and writes.
    private long share() {
        return region.spill() == null ? region.limit() : region.limit() / 2 / workers;
    }

    /// Writes the rows of a table that has all groups of a partition, and leaves it empty.
    private void drain(Grouping full, Region own, int depth, GroupWriter writer)
            throws InterruptedException {
        if (!full.hasLeft()) {
            full.seal();
            writer.write(full);
            full.clear();
            return;
        }
        full.leave();
        List<SpilledGroups> spilled = List.of(full.takeSpilled());
        try (Grouping target = new Grouping(groups, own, 0, depth + 1)) {
            for (int p = 0; p < SpilledGroups.PARTITIONS; p++) {
                absorb(target, spilled, p);
                drain(target, own, depth + 1, writer);
            }
        }
    }
}
