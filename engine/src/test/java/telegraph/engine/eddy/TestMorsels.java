package telegraph.engine.eddy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Range;
import telegraph.engine.source.Schema;
import telegraph.engine.vector.Vector;
import telegraph.memory.Decimals;

/// Units in memory for workers to read, which hold readers to their contract: one thread each, and
/// no chunk after the next.
final class TestMorsels implements Morsels {
    private final List<List<Object[]>> units;
    private final Schema schema;
    private final int[] columns;
    private final int chunkRows;
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger filled = new AtomicInteger();

    /// What readers were told of the first column, by unit.
    final Map<Integer, Optional<Range>> told = new ConcurrentHashMap<>();

    TestSource.Pause beforeUnit = unit -> {};
    TestSource.Pause beforeChunk = row -> {};
    boolean rowsKnown = true;

    /// Units that hold nothing of use.
    List<Integer> skipped = List.of();

    TestMorsels(List<List<Object[]>> units, Schema schema, int[] columns, int chunkRows) {
        this.units = units;
        this.schema = schema;
        this.columns = columns;
        this.chunkRows = Math.min(chunkRows, 4096);
    }

    @Override
    public int count() {
        return units.size();
    }

    @Override
    public long rows(int rank) {
        return rowsKnown ? units.get(rank).size() : -1;
    }

    @Override
    public MorselReader reader() {
        open.incrementAndGet();
        return new Rows();
    }

    private final class Rows implements MorselReader {
        private final Thread owner = Thread.currentThread();
        private List<Object[]> unit;
        private int next;
        private Part part;

        @Override
        public boolean open(int rank, Reduction reduction) throws IOException {
            check();
            pause(beforeUnit, rank);
            told.put(rank, reduction.range(0));
            unit = units.get(rank);
            next = 0;
            return !skipped.contains(rank);
        }

        @Override
        public Chunk next() throws IOException {
            check();
            if (part != null) {
                part.end();
                part = null;
            }
            if (next == unit.size()) {
                return null;
            }
            pause(beforeChunk, next);
            int end = Math.min(unit.size(), next + chunkRows);
            part = new Part(unit.subList(next, end), this);
            next = end;
            return part;
        }

        private void check() {
            if (owner != Thread.currentThread()) {
                throw new IllegalStateException("a reader is one thread's");
            }
        }

        @Override
        public void close() {
            check();
            if (part != null) {
                part.end();
            }
            open.decrementAndGet();
        }
    }

    private static void pause(TestSource.Pause pause, int at) throws IOException {
        try {
            pause.at(at);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Some rows; texts lie in memory that is gone afterwards.
    private final class Part implements Chunk {
        private final List<Object[]> rows;
        private final Rows reader;
        private final Arena arena = Arena.ofConfined();

        Part(List<Object[]> rows, Rows reader) {
            this.rows = rows;
            this.reader = reader;
        }

        void end() {
            arena.close();
        }

        @Override
        public int rows() {
            return rows.size();
        }

        @Override
        public void fill(int column, int[] selection, int count, Vector to) {
            reader.check();
            if (!arena.scope().isAlive()) {
                throw new IllegalStateException("a chunk is void at the next");
            }
            filled.addAndGet(count);
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                set(rows.get(selection[i])[columns[column]], to, selection[i]);
            }
        }

        private void set(Object value, Vector to, int at) {
            to.nulls[at] = value == null;
            if (value == null) {
                return;
            }
            switch (value) {
                case Boolean b -> to.longs[at] = b ? 1 : 0;
                case Integer n -> to.longs[at] = n;
                case Long n -> to.longs[at] = n;
                case Double n -> to.doubles[at] = n;
                case LocalDate d -> to.longs[at] = d.toEpochDay();
                case BigDecimal d ->
                        to.setDecimal(
                                at,
                                Decimals.high(d.unscaledValue()),
                                d.unscaledValue().longValue());
                case String s -> {
                    byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
                    MemorySegment text = arena.allocate(Math.max(1, bytes.length));
                    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, text, 0, bytes.length);
                    to.segments[at] = text;
                    to.offsets[at] = 0;
                    to.lengths[at] = bytes.length;
                }
                default -> throw new IllegalArgumentException("no such type: " + schema);
            }
        }
    }
}
