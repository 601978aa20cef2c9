package telegraph.engine.source;

import java.io.IOException;
import telegraph.engine.meter.Meter;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// Where a reader puts its rows.
///
/// Threads: the reader's own thread, or others it starts itself and joins before it returns; every
/// method may be called by several at once. Builders are not shared.
public interface Sink {
    /// A new builder with the requested columns, in the query's memory. The caller closes it.
    BatchBuilder builder();

    /// The query's memory, for what a reader must hold besides its rows. The reader frees it.
    Region memory();

    /// Hands over a batch, with its pin, and waits while the query has enough to do.
    ///
    /// Rows count from here on and cannot be taken back: a reader that may have to repeat a page
    /// builds all of it first.
    void emit(Batch batch) throws InterruptedException;

    /// Says that the rows come in units; before the first of them is emitted, once. Without this
    /// nothing can be claimed about rows yet to come.
    void frame(Frame frame);

    /// Like [#emit(Batch)], for rows of one unit.
    ///
    /// @param unit its rank
    void emit(int unit, Batch batch) throws InterruptedException;

    /// Has units read by the query's workers, and returns when all have been read or nobody wants
    /// more, and every reader of theirs is closed. Instead of emitting batches: rows and units are
    /// counted here and the units are ended; the frame is announced before by the caller
    /// ([#frame]), and bytes are counted by the readers ([Meter#addBytes]). Units begin in the
    /// order of their ranks; a query that must keep an order has one worker.
    ///
    /// @throws IOException if a unit cannot be read, as whatever else a reader throws
    /// @throws InterruptedException if nobody wants more; then too nothing is read any more
    default void pull(Morsels morsels) throws InterruptedException, IOException {
        new MorselsHere(morsels, this).read();
    }

    /// All rows of a unit were emitted, be it none.
    ///
    /// @param unit its rank
    void unitEnded(int unit);

    /// A unit was given up: its rows are missing, and what they are stays unknown.
    ///
    /// @param unit its rank
    void unitLost(int unit, String reason);

    /// Withdraws what [#frame] claimed: units change while they are read, or are not what they were
    /// said to be.
    void distrust(String reason);

    /// Sends one request of a source whose scan and lookups share the requests that may be under
    /// way at once ([Traits#lookupsMax]). While the rows that are wanted come sooner by lookups, a
    /// scan waits here, and a request that is in the way of faster ones is interrupted; it is sent
    /// again when its turn comes. A source that sends requests for lookups only, or for which it
    /// does not matter how many there are, need not come here.
    ///
    /// @param again whether the request may be sent twice; if not, it is never interrupted
    default <T> T inPlace(boolean again, Request<T> request) throws InterruptedException {
        return request.send();
    }

    /// One request, from its sending to all of its answer.
    ///
    /// @param <T> the answer
    @FunctionalInterface
    interface Request<T> {
        T send() throws InterruptedException;
    }

    /// What the user sees of this source's progress.
    Meter meter();

    /// Whether nobody wants more rows; a long computation asks now and then.
    boolean cancelled();

    /// Closes `resource` at once when the query is cancelled (at once if it already is). The
    /// returned handle forgets it again without closing it.
    Registration closeOnCancel(AutoCloseable resource);

    /// A resource known to the query.
    interface Registration extends AutoCloseable {
        /// Forgets the resource.
        @Override
        void close();
    }
}
