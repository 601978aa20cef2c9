package telegraph.engine.eddy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import telegraph.engine.flow.Inbox;
import telegraph.engine.flow.Replay;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.stem.Loaded;
import telegraph.engine.stem.Piece;
import telegraph.engine.stem.Scratch;
import telegraph.engine.stem.Stem;
import telegraph.engine.stem.StemMemory;
import telegraph.engine.stem.StemReader;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.tuple.Wide;
import telegraph.engine.tuple.WorkerState;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// Makes up for probes that waited for rows which had left memory.
///
/// The rows are loaded and indexed, and the tuples probe them as they would have, by their stamps.
/// Rows that are too many to be loaded at once are split by further bits of the key's hash, and the
/// tuples alike, at most [#DEPTH_MAX] times. What cannot be split is loaded a chunk after the
/// other, each of which all tuples probe (block nested loops).
///
/// Threads: one worker.
final class Replayer {
    private static final int DEPTH_MAX = 4;
    private static final int PARTITION_BITS = 6;
    private static final int WAY_BITS = 3;

    private final WorkerState state;
    private final ParkedTuples parking;
    private final StemMemory memory;
    private final Inbox inbox;
    private final Probing probing;
    private final Scratch scratch = new Scratch();

    /// What the worker does with tuples.
    interface Probing {
        /// Sends tuples, which are part of `entry`, through a probe and what follows.
        void probe(TupleBatch tuples, Probe probe, UnitLedger.Entry entry)
                throws InterruptedException;
    }

    Replayer(
            WorkerState state,
            ParkedTuples parking,
            StemMemory memory,
            Inbox inbox,
            Probing probing) {
        this.state = state;
        this.parking = parking;
        this.memory = memory;
        this.inbox = inbox;
        this.probing = probing;
    }

    void replay(Replay work) throws InterruptedException {
        ParkedTuples.Place place = new ParkedTuples.Place(work.input(), work.index(), work.part());
        List<ParkedTuples.Waiting> tuples = parking.take(place);
        try {
            List<Piece> rows = state.reader(work.input()).pieces(work.index(), work.part());
            meet(work, rows, tuples, 0);
            parking.done(tuples);
        } finally {
            parking.finished(place);
        }
    }

    private void meet(Replay work, List<Piece> rows, List<ParkedTuples.Waiting> tuples, int depth)
            throws InterruptedException {
        if (rows.isEmpty() || tuples.isEmpty() || inbox.isHalted()) {
            return;
        }
        if (bytes(rows) <= memory.loadedMax() || work.index() < 0 || depth == DEPTH_MAX) {
            inChunks(work, rows, tuples);
        } else {
            split(work, rows, tuples, depth);
        }
    }

    private static long bytes(List<Piece> rows) {
        return rows.stream().mapToLong(Piece::bytes).sum();
    }

    /// Lets all tuples probe all rows, as many of these at once as may be loaded, or as memory is
    /// there for.
    private void inChunks(Replay work, List<Piece> rows, List<ParkedTuples.Waiting> tuples)
            throws InterruptedException {
        int next = 0;
        int most = rows.size();
        while (next < rows.size()) {
            try (Loaded loaded = state.stem(work.input()).load(work.index())) {
                int end = chunkEnd(rows, next, most);
                if (!load(work.input(), loaded, rows.subList(next, end))) {
                    most = (end - next) / 2;
                    continue;
                }
                next = end;
                probe(work.input(), loaded, tuples);
            }
        }
    }

    private int chunkEnd(List<Piece> rows, int start, int most) {
        int end = start;
        long bytes = 0;
        do {
            bytes += rows.get(end++).bytes();
        } while (end < rows.size()
                && end - start < most
                && bytes + rows.get(end).bytes() <= memory.loadedMax());
        return end;
    }

    /// Loads pages; false if memory is short and fewer may do.
    private boolean load(int input, Loaded loaded, List<Piece> pieces) {
        try {
            for (Piece piece : pieces) {
                load(input, loaded, piece);
            }
            return true;
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.RESOURCE || pieces.size() == 1) {
                throw e;
            }
            return false;
        }
    }

    private void load(int input, Loaded loaded, Piece piece) {
        TupleBatch rows = state.take();
        try {
            rows.startFrom(input, -1, loaded.add(piece));
            rows.selectFirst(loaded.rows());
            loaded.index(rows, rows.selection, scratch);
        } finally {
            state.give(rows);
        }
    }

    private void probe(int input, Loaded loaded, List<ParkedTuples.Waiting> all)
            throws InterruptedException {
        StemReader reader = state.reader(input);
        for (ParkedTuples.Waiting some : all) {
            if (inbox.isHalted()) {
                return;
            }
            Batch batch = parking.pin(some.batch());
            try {
                for (ParkedTuples.Run run : some.runs()) {
                    probe(reader, loaded, some, batch, run);
                }
            } finally {
                batch.unpin();
            }
            state.releaseOthers(input);
        }
    }

    private void probe(
            StemReader reader,
            Loaded loaded,
            ParkedTuples.Waiting some,
            Batch batch,
            ParkedTuples.Run run)
            throws InterruptedException {
        TupleBatch tuples = state.take();
        reader.lookInto(loaded);
        try {
            ParkedTuples.Kind kind = some.kind();
            Wide layout = parking.layout(kind.span(), kind.done());
            tuples.startFrom(layout, kind.done(), batch, run.from(), run.to());
            probing.probe(tuples, kind.probe(), run.entry());
        } finally {
            reader.lookInto(null);
            state.give(tuples);
        }
    }

    private void split(Replay work, List<Piece> rows, List<ParkedTuples.Waiting> tuples, int depth)
            throws InterruptedException {
        int used = PARTITION_BITS + WAY_BITS * depth;
        long all = bytes(rows);
        List<List<Piece>> rowParts = splitRows(work, rows, used);
        List<List<ParkedTuples.Waiting>> tupleParts = splitTuples(work, tuples, used);
        for (int part = 0; part < Stem.WAYS; part++) {
            List<Piece> some = rowParts.get(part);
            // What one key has cannot be split.
            boolean lumped = bytes(some) > all - all / Stem.WAYS;
            meet(work, some, tupleParts.get(part), lumped ? DEPTH_MAX : depth + 1);
            some.forEach(piece -> state.stem(work.input()).disk().drop(piece.id()));
            parking.done(tupleParts.get(part));
        }
    }

    private List<List<Piece>> splitRows(Replay work, List<Piece> rows, int used) {
        Stem stem = state.stem(work.input());
        List<List<Piece>> parts = new ArrayList<>();
        BatchBuilder[] builders = builders(stem.pageTypes());
        try (Loaded loaded = stem.load(work.index())) {
            for (int part = 0; part < Stem.WAYS; part++) {
                parts.add(new ArrayList<>());
            }
            for (Piece piece : rows) {
                TupleBatch page = state.take();
                try {
                    Batch batch = loaded.add(piece);
                    page.startFrom(work.input(), -1, batch);
                    page.selectFirst(loaded.rows());
                    Stem.Chosen chosen = new Stem.Chosen(page.selection, page.count);
                    stem.split(work.index(), page, chosen, used, scratch);
                    for (int part = 0; part < Stem.WAYS; part++) {
                        List<Piece> to = parts.get(part);
                        append(batch, part, builders[part], b -> to.add(write(stem, b)));
                    }
                } finally {
                    state.give(page);
                }
                loaded.clear();
            }
            for (int part = 0; part < Stem.WAYS; part++) {
                if (!builders[part].isEmpty()) {
                    parts.get(part).add(write(stem, builders[part]));
                }
            }
            return parts;
        } finally {
            close(builders);
        }
    }

    private static Piece write(Stem stem, BatchBuilder rows) {
        Batch batch = rows.build();
        long bytes = batch.heldBytes();
        int id = stem.disk().append(batch);
        batch.unpin();
        stem.disk().toDisk(id);
        return Piece.onDisk(id, bytes);
    }

    private List<List<ParkedTuples.Waiting>> splitTuples(
            Replay work, List<ParkedTuples.Waiting> tuples, int used) {
        Stem stem = state.stem(work.input());
        List<List<ParkedTuples.Waiting>> parts = new ArrayList<>();
        for (int part = 0; part < Stem.WAYS; part++) {
            parts.add(new ArrayList<>());
        }
        Map<ParkedTuples.Kind, ParkedTuples.Open[]> open = new LinkedHashMap<>();
        try {
            for (ParkedTuples.Waiting some : tuples) {
                ParkedTuples.Open[] ways = open.computeIfAbsent(some.kind(), this::ways);
                Batch batch = parking.pin(some.batch());
                try {
                    splitAsking(stem, some, batch, used);
                    for (int part = 0; part < Stem.WAYS; part++) {
                        append(some, batch, part, ways[part], parts.get(part));
                    }
                } finally {
                    batch.unpin();
                }
            }
            for (ParkedTuples.Open[] ways : open.values()) {
                for (int part = 0; part < Stem.WAYS; part++) {
                    if (!ways[part].isEmpty()) {
                        parts.get(part).add(ways[part].end());
                    }
                }
            }
            return parts;
        } finally {
            for (ParkedTuples.Open[] ways : open.values()) {
                for (ParkedTuples.Open way : ways) {
                    way.close();
                }
            }
        }
    }

    private ParkedTuples.Open[] ways(ParkedTuples.Kind kind) {
        ParkedTuples.Open[] ways = new ParkedTuples.Open[Stem.WAYS];
        for (int part = 0; part < ways.length; part++) {
            ways[part] = parking.open(kind);
        }
        return ways;
    }

    private void append(
            ParkedTuples.Waiting some,
            Batch batch,
            int part,
            ParkedTuples.Open to,
            List<ParkedTuples.Waiting> ended) {
        int next = scratch.start(part);
        int last = scratch.start(part + 1);
        while (next < last) {
            int count = Math.min(last - next, to.rowsLeft());
            if (to.append(batch, some.runs(), scratch.order(), next, count)) {
                ended.add(to.end());
            }
            next += count;
        }
    }

    private void splitAsking(Stem stem, ParkedTuples.Waiting some, Batch batch, int used) {
        TupleBatch tuples = state.take();
        try {
            ParkedTuples.Kind kind = some.kind();
            Wide layout = parking.layout(kind.span(), kind.done());
            tuples.startFrom(layout, kind.done(), batch, 0, batch.rows());
            Vector[] keys = new Vector[kind.probe().keys().size()];
            for (int k = 0; k < keys.length; k++) {
                keys[k] = tuples.column(kind.probe().keys().get(k), tuples.selection, tuples.count);
            }
            Stem.Chosen chosen = new Stem.Chosen(tuples.selection, tuples.count);
            stem.splitAsking(kind.probe().index(), keys, chosen, used, scratch);
        } finally {
            state.give(tuples);
        }
    }

    /// Appends the rows of a batch that were split into a part.
    private void append(Batch batch, int part, BatchBuilder to, Consumer<BatchBuilder> end) {
        int next = scratch.start(part);
        int last = scratch.start(part + 1);
        while (next < last) {
            int count = Math.min(last - next, Batch.ROWS_MAX - to.rows());
            to.append(batch, scratch.order(), next, count);
            next += count;
            if (to.isFull() || to.bytes() > memory.loadedMax() / Stem.WAYS) {
                end.accept(to);
            }
        }
    }

    private BatchBuilder[] builders(List<Type> types) {
        BatchBuilder[] builders = new BatchBuilder[Stem.WAYS];
        for (int part = 0; part < builders.length; part++) {
            builders[part] = parking.builder(types);
        }
        return builders;
    }

    private static void close(BatchBuilder[] builders) {
        for (BatchBuilder builder : builders) {
            builder.close();
        }
    }
}
