package telegraph.sources.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.MorselReader;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Range;
import telegraph.engine.source.Sink;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;

/// Units of files for the query's workers to read, in some order.
///
/// Units know their own numbers and the columns that files have; this maps ranks to numbers and
/// columns of the request to those, and adds the one that names the file.
///
/// Threads: any; a reader is one thread's.
final class UnitMorsels implements Morsels {
    private final Units units;
    private final RowFormat.Wanted wanted;
    private final int filenameTarget;
    private final int[] order;
    private final Sink sink;

    /// @param filenameTarget the column of the request that takes the file's name, or -1
    /// @param order the unit of each rank
    UnitMorsels(Units units, RowFormat.Wanted wanted, int filenameTarget, int[] order, Sink sink) {
        this.units = units;
        this.wanted = wanted;
        this.filenameTarget = filenameTarget;
        this.order = order;
        this.sink = sink;
    }

    @Override
    public int count() {
        return order.length;
    }

    @Override
    public long rows(int rank) {
        return units.rows(order[rank]);
    }

    @Override
    public MorselReader reader() throws IOException {
        return new Reader(units.chunks(sink.meter(), sink.memory()));
    }

    private final class Reader implements MorselReader, Chunk {
        private final MorselReader chunks;
        private final int[] places;
        private String file = "";
        private MemorySegment name = MemorySegment.NULL;
        private Chunk chunk;

        Reader(MorselReader chunks) {
            this.chunks = chunks;
            int columns = wanted.targets().length + (filenameTarget < 0 ? 0 : 1);
            this.places = new int[columns];
            for (int place = 0; place < wanted.targets().length; place++) {
                places[wanted.targets()[place]] = place;
            }
        }

        @Override
        public boolean open(int rank, Reduction reduction) throws IOException {
            String before = file;
            file = units.file(order[rank]);
            if (filenameTarget >= 0 && !file.equals(before)) {
                name = MemorySegment.ofArray(file.getBytes(StandardCharsets.UTF_8));
            }
            try {
                return chunks.open(order[rank], of(reduction));
            } catch (IOException | UncheckedIOException e) {
                throw failed(e);
            }
        }

        /// A file that was closed because nobody wants its rows is not unreadable.
        private TelegraphException failed(Exception e) {
            return sink.cancelled()
                    ? TelegraphException.cancelled("reading was cancelled: file=" + file)
                    : FileSource.unreadable(file, e);
        }

        private Reduction of(Reduction reduction) {
            if (reduction == Reduction.NONE) {
                return Reduction.NONE;
            }
            return new Reduction() {
                @Override
                public Optional<Range> range(int place) {
                    return reduction.range(wanted.targets()[place]);
                }
            };
        }

        @Override
        public Chunk next() throws IOException {
            try {
                chunk = chunks.next();
            } catch (IOException | UncheckedIOException e) {
                throw failed(e);
            }
            return chunk == null ? null : this;
        }

        @Override
        public int rows() {
            return chunk.rows();
        }

        @Override
        public void fill(int column, int[] selection, int count, Vector to) {
            if (column != filenameTarget) {
                chunk.fill(places[column], selection, count, to);
                return;
            }
            to.hasNoNulls();
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to.segments[at] = name;
                to.offsets[at] = 0;
                to.lengths[at] = (int) name.byteSize();
            }
        }

        @Override
        public void close() throws IOException {
            chunks.close();
        }
    }
}
