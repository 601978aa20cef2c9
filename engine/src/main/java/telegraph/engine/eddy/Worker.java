package telegraph.engine.eddy;

import java.util.Optional;
import telegraph.engine.flow.Arrival;
import telegraph.engine.flow.Lookups;
import telegraph.engine.flow.Parked;
import telegraph.engine.flow.Replay;
import telegraph.engine.flow.Unit;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.flow.WorkItem;
import telegraph.engine.policy.Option;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.stem.Candidates;
import telegraph.engine.stem.KeyFilter;
import telegraph.engine.stem.RoutingRules;
import telegraph.engine.stem.Scratch;
import telegraph.engine.stem.Stamps;
import telegraph.engine.stem.Stem;
import telegraph.engine.tuple.OpenUnits;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.tuple.Wide;
import telegraph.engine.tuple.WorkerState;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;

/// Takes one piece of work after another and routes it to its end, depth first, so that new rows
/// never crowd out old ones.
///
/// Threads: its own. Shared with the other workers: the [Circuit].
final class Worker {
    private static final int FIRST_SAMPLE_ROWS = 256;
    private static final int SAMPLE_ROWS = 64;

    private final Circuit circuit;
    private final int[] sample = new int[FIRST_SAMPLE_ROWS];
    private final WorkerState state;
    private final Exit exit;
    private final Option leaving;
    private final Prober prober;
    private final LookupIssuer asking = new LookupIssuer();
    private final OpenUnits open = new OpenUnits();

    /// Made when something is first built or comes again: most blocks are small, and end before.
    private Scratch scratch;

    private Replayer replayer;
    private UnitLedger.Entry current;

    /// What becomes of tuples that have probed.
    private final class Onward implements Prober.Onward {
        @Override
        public void route(TupleBatch matches) throws InterruptedException {
            Worker.this.route(matches, false);
        }

        @Override
        public void await(TupleBatch tuples, Probe probe, Candidates away) {
            circuit.parking().await(tuples, probe, away, current);
        }
    }

    /// @param leaving what leaving cost all workers
    Worker(Circuit circuit, WorkerState state, Exit exit, Option leaving) {
        this.circuit = circuit;
        this.leaving = leaving;
        this.state = state;
        this.exit = exit;
        this.prober = new Prober(state, circuit.ticker(), circuit.inbox()::isHalted, new Onward());
    }

    /// Works until there is nothing left.
    void run() throws InterruptedException {
        try {
            for (WorkItem work = next(); work != null; work = next()) {
                carryOut(work);
            }
            exit.pause(true);
        } finally {
            open.close();
        }
    }

    private WorkItem next() throws InterruptedException {
        open.closeExhausted(null);
        WorkItem work = circuit.inbox().nextNow();
        if (work == null) {
            open.close();
            work = circuit.inbox().next();
        }
        return work;
    }

    private void carryOut(WorkItem work) throws InterruptedException {
        current = work.entry();
        boolean done = false;
        try {
            switch (work) {
                case Arrival arrival -> {
                    int rows = arrival.batch().rows();
                    arrive(arrival);
                    circuit.rowsRouted().add(rows);
                }
                case Parked parked -> resume(parked);
                case Replay replay -> replayer().replay(replay);
                case Unit unit -> read(unit);
            }
            pause();
            done = true;
        } finally {
            if (done || work instanceof Unit) {
                circuit.inbox().done(work);
            }
        }
    }

    /// Nothing is on its way: what is ready may leave.
    private void pause() throws InterruptedException {
        state.release();
        exit.pause(!circuit.inbox().hasWork());
    }

    /// Reads a unit to its end and routes its rows, a chunk after the other.
    private void read(Unit unit) throws InterruptedException {
        MorselReader reader = open.reader(unit.pulling());
        if (reader != null && unit.open(reader, circuit.semijoins().of(unit.input()))) {
            for (Chunk chunk = unit.next(reader); chunk != null; chunk = unit.next(reader)) {
                arrive(unit, chunk);
                circuit.rowsRouted().add(chunk.rows());
                pause();
                goFirst(unit);
            }
        }
        circuit.rowsRouted().add(unit.rowsSkipped());
    }

    /// Does what has to be done before a unit goes on.
    private void goFirst(Unit unit) throws InterruptedException {
        open.closeExhausted(unit.pulling());
        for (WorkItem work = circuit.inbox().before(unit);
                work != null;
                work = circuit.inbox().before(unit)) {
            carryOut(work);
        }
        current = unit.entry();
    }

    private void arrive(Unit unit, Chunk chunk) throws InterruptedException {
        TupleBatch tuples = state.take();
        try {
            tuples.startFrom(unit, chunk);
            filterAlone(tuples);
            build(tuples);
            route(tuples, false);
        } catch (RuntimeException | Error e) {
            if (!unit.failedOf(e)) {
                throw e;
            }
        } finally {
            state.give(tuples);
        }
    }

    /// Whether nothing can come that would look for rows of an input.
    private boolean isLast(int input) {
        return circuit.graph().instance(input).key().length == 0
                && circuit.inbox().tokens().othersComplete(input);
    }

    private void arrive(Arrival arrival) throws InterruptedException {
        TupleBatch tuples = state.take();
        Batch batch = arrival.batch();
        try {
            tuples.startFrom(arrival.input(), arrival.unit(), batch);
            select(tuples, arrival);
            filterAlone(tuples);
            if (tuples.count == 0 && !arrival.scanned()) {
                circuit.lookups()[arrival.input()].inVain();
            }
            try {
                build(tuples);
            } finally {
                circuit.inbox().tokens().built(arrival.input());
            }
            route(tuples, false);
        } finally {
            state.give(tuples);
            batch.unpin();
        }
    }

    private static void select(TupleBatch tuples, Arrival arrival) {
        int[] selection = arrival.selection();
        if (selection != null) {
            System.arraycopy(selection, 0, tuples.selection, 0, selection.length);
            tuples.count = selection.length;
            return;
        }
        tuples.selectFirst(arrival.batch().rows());
    }

    /// Filters over the input alone go before the build, and semi-joins with complete inputs: a row
    /// they drop is never needed.
    private void filterAlone(TupleBatch tuples) {
        long reduced = 0;
        while (tuples.count > 0) {
            SignatureRoutes crossing = circuit.routes().alone(tuples.base, tuples.done, reduced);
            long available = crossing.available(circuit.semijoins());
            if (available != 0) {
                profile(tuples, crossing);
            }
            long open = crossing.paying(available);
            if (open == 0) {
                return;
            }
            int chosen = choose(crossing, tuples, open);
            switch (crossing.steps().get(chosen < 0 ? Long.numberOfTrailingZeros(open) : chosen)) {
                case SignatureRoutes.FilterStep filter -> apply(tuples, filter);
                case SignatureRoutes.SemijoinStep step -> {
                    reduce(tuples, step);
                    reduced |= 1L << step.probe().target();
                }
                case SignatureRoutes.ProbeStep _ ->
                        throw new IllegalStateException("rows are not stored");
            }
        }
    }

    private void reduce(TupleBatch tuples, SignatureRoutes.SemijoinStep step) {
        long started = circuit.ticker().nanos();
        int before = tuples.count;
        Vector[] key = Semijoins.keyOf(tuples, step.probe());
        KeyFilter keys = circuit.semijoins().keys(step.probe()).orElseThrow();
        tuples.count = keys.narrow(key, tuples.selection, before);
        step.option().count(before, tuples.count, circuit.ticker().nanos() - started, 0);
    }

    /// Now and then measures every filter with a sample of the tuples, all of which go on as if
    /// nothing had happened. A filter that can throw is never one of several.
    private void profile(TupleBatch tuples, SignatureRoutes crossing) {
        if (!crossing.junction().wantsProfile()) {
            return;
        }
        int wanted = crossing.junction().isNew() ? FIRST_SAMPLE_ROWS : SAMPLE_ROWS;
        int stride = Math.max(1, tuples.count / wanted);
        for (SignatureRoutes.Step step : crossing.steps()) {
            int sampled = 0;
            for (int i = 0; i < tuples.count && sampled < wanted; i += stride) {
                sample[sampled++] = tuples.selection[i];
            }
            switch (step) {
                case SignatureRoutes.FilterStep filter -> measure(tuples, filter, sampled);
                case SignatureRoutes.SemijoinStep semijoin -> measure(tuples, semijoin, sampled);
                case SignatureRoutes.ProbeStep _ -> {}
            }
        }
        crossing.junction().decide(circuit.ticker().nanos());
    }

    private void measure(TupleBatch tuples, SignatureRoutes.FilterStep step, int sampled) {
        Predicate filter = state.filters[step.filter()];
        // Gathering columns is the first user's luck and not the filter's cost.
        filter.columns().forEach(c -> tuples.column(c, tuples.selection, tuples.count));
        long started = circuit.ticker().nanos();
        int left = filter.narrow(tuples, sample, sampled);
        step.option().measure(sampled, left, circuit.ticker().nanos() - started);
    }

    private void measure(TupleBatch tuples, SignatureRoutes.SemijoinStep step, int sampled) {
        Optional<KeyFilter> keys = circuit.semijoins().keys(step.probe());
        if (keys.isPresent()) {
            Vector[] key = Semijoins.keyOf(tuples, step.probe());
            long started = circuit.ticker().nanos();
            int left = keys.get().narrow(key, sample, sampled);
            step.option().measure(sampled, left, circuit.ticker().nanos() - started);
        }
    }

    private int choose(SignatureRoutes crossing, TupleBatch tuples, long open) {
        return crossing.junction()
                .choose(tuples.count, open, circuit.ticker().nanos(), state.random);
    }

    private void apply(TupleBatch tuples, SignatureRoutes.FilterStep step) {
        Predicate filter = state.filters[step.filter()];
        long started = circuit.ticker().nanos();
        int before = tuples.count;
        tuples.count = filter.narrow(tuples, tuples.selection, before);
        tuples.confirm();
        tuples.done |= 1L << step.filter();
        step.option().count(before, tuples.count, circuit.ticker().nanos() - started, 0);
    }

    /// Builds the batch into its SteM (R1), unless nothing can come that would look for it.
    private void build(TupleBatch tuples) {
        int input = tuples.base;
        if (circuit.graph().size() == 1 || tuples.count == 0) {
            return;
        }
        if (isLast(input)) {
            tuples.stamp = Stamps.NEVER_STORED;
            return;
        }
        long started = circuit.ticker().nanos();
        int before = tuples.count;
        Stem.Incoming rows =
                new Stem.Incoming(
                        tuples.baseUnit, tuples.baseColumns(), tuples, tuples.selection, before);
        Stem.Built built =
                circuit.stems()[input].build(
                        rows, circuit.inbox().tokens().incomplete(), scratch());
        tuples.confirm();
        tuples.stamp = built.stamp();
        tuples.count = built.count();
        if (built.count() < before) {
            circuit.ledger().foundAlready(current, input);
        }
        circuit.builds()[input].count(before, tuples.count, circuit.ticker().nanos() - started, 0);
    }

    private Scratch scratch() {
        if (scratch == null) {
            scratch = new Scratch();
        }
        return scratch;
    }

    private Replayer replayer() {
        if (replayer == null) {
            replayer =
                    new Replayer(
                            state,
                            circuit.parking(),
                            circuit.memory(),
                            circuit.inbox(),
                            this::probeAgain);
        }
        return replayer;
    }

    /// Sends tuples through what they still need. Afterwards the batch is used up.
    ///
    /// @param again whether they have come to their crossing before
    private void route(TupleBatch tuples, boolean again) throws InterruptedException {
        boolean known = again;
        while (tuples.count > 0) {
            if (circuit.inbox().isHalted()) {
                return;
            }
            SignatureRoutes crossing = circuit.routes().crossing(tuples.span, tuples.done);
            if (crossing.steps().isEmpty()) {
                leave(tuples);
                return;
            }
            if (!known) {
                circuit.routes().came(crossing, tuples);
            }
            known = false;
            profile(tuples, crossing);
            long open = crossing.open(circuit.lookups());
            int chosen = open == 0 ? -1 : choose(crossing, tuples, open);
            if (chosen < 0) {
                park(tuples, tuples.selection, tuples.count, crossing.waitsFor(open));
                return;
            }
            switch (crossing.steps().get(chosen)) {
                case SignatureRoutes.FilterStep filter -> apply(tuples, filter);
                case SignatureRoutes.SemijoinStep _ ->
                        throw new IllegalStateException("rows are stored");
                case SignatureRoutes.ProbeStep step -> {
                    probe(tuples, step, crossing);
                    if (circuit.rules().keep(RoutingRules.Rule.CONFINE_BOUNCED)
                            || !step.probe().mustAsk()) {
                        return;
                    }
                }
            }
        }
    }

    private void leave(TupleBatch tuples) throws InterruptedException {
        long started = circuit.ticker().nanos();
        int count = tuples.count;
        exit.accept(tuples);
        leaving.count(count, count, circuit.ticker().nanos() - started, 0);
    }

    /// After a probe only the matches go on (R4); what was bounced waits in its SteM to be found
    /// (R6).
    private void probe(TupleBatch tuples, SignatureRoutes.ProbeStep step, SignatureRoutes crossing)
            throws InterruptedException {
        Probe probe = step.probe();
        int target = probe.target();
        long asked = 0;
        if (!circuit.inbox().tokens().isComplete(target)) {
            asked = ask(tuples, probe, crossing);
        } else if (circuit.ledger().side(target) < 0) {
            // Its last rows are stored, and may yet be on their way to these.
            circuit.ledger().asks(current, circuit.ledger().lane(target));
        }
        int in = tuples.count;
        long out = prober.probe(tuples, probe);
        step.option().count(in, out, prober.lastNanos, asked);
    }

    /// Asks for the target's rows; returns how many values were new.
    private long ask(TupleBatch tuples, Probe probe, SignatureRoutes crossing) {
        int target = probe.target();
        Lookups lookups = circuit.lookups()[target];
        if (probe.bind() == null) {
            waitFor(probe);
            if (lookups != null && probe.fed()) {
                circuit.inbox().tokens().needsScan(target);
            }
            return 0;
        }
        int bind = circuit.graph().instance(target).binds().indexOf(probe.bind());
        asking.ask(tuples, probe, lookups, bind, current);
        if (asking.refusedCount > 0 && probe.mustAsk()) {
            // They may go on as soon as anybody takes them, and not only this one, which may stall.
            park(tuples, asking.refused, asking.refusedCount, crossing.waitsAfter(target));
        } else if (asking.refusedCount > 0) {
            waitFor(probe);
            circuit.inbox().tokens().needsScan(target);
            asking.takeBack(tuples);
        }
        return asking.asked;
    }

    /// What these tuples are part of waits for the scan that brings what they look for. A sampled
    /// input is not waited for: its units count with those that have met them.
    private void waitFor(Probe probe) {
        UnitLedger ledger = circuit.ledger();
        if (!probe.fed()) {
            ledger.asksAllScans(current);
        } else if (ledger.side(probe.target()) < 0) {
            ledger.asks(current, ledger.lane(probe.target()));
        }
    }

    /// Tuples that waited for rows on disk probe them; they have asked for rows before.
    private void probeAgain(TupleBatch tuples, Probe probe, UnitLedger.Entry entry)
            throws InterruptedException {
        current = entry;
        prober.probe(tuples, probe);
    }

    private void resume(Parked parked) throws InterruptedException {
        Batch batch = circuit.parking().pin(parked.batch());
        TupleBatch tuples = state.take();
        try {
            Wide layout = circuit.parking().layout(parked.span(), parked.done());
            tuples.startFrom(layout, parked.done(), batch, parked.from(), parked.to());
            route(tuples, true);
        } finally {
            state.give(tuples);
            batch.unpin();
            circuit.parking().resumed(parked.batch(), parked.rows());
        }
    }

    private void park(TupleBatch tuples, int[] positions, int count, long waitsFor) {
        int batch = circuit.parking().keep(tuples, positions, count);
        circuit.inbox()
                .park(new Parked(waitsFor, tuples.span, tuples.done, batch, 0, count, current));
    }
}
