package telegraph.sources.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Ticker;

/// A body as a stream that arrives no faster than it is read and gives up on a silent server.
///
/// Threads: the client's puts, one reads, any closes.
public final class BodyStream extends InputStream implements BodySubscriber<BodyStream> {
    private final Ticker ticker;
    private final long patienceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<ByteBuffer> pieces = new ArrayDeque<>();
    private Flow.Subscription subscription;
    private Throwable failure;
    private boolean ended;
    private boolean closed;

    BodyStream(Duration patience, Ticker ticker) {
        this.ticker = ticker;
        this.patienceNanos = patience.toNanos();
    }

    @Override
    public CompletionStage<BodyStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        lock.lock();
        try {
            subscription = given;
            if (closed) {
                given.cancel();
                return;
            }
        } finally {
            lock.unlock();
        }
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        put(() -> pieces.addAll(buffers));
    }

    @Override
    public void onError(Throwable cause) {
        put(() -> failure = cause);
    }

    @Override
    public void onComplete() {
        put(() -> ended = true);
    }

    private void put(Runnable change) {
        lock.lock();
        try {
            if (!closed) {
                change.run();
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        lock.lock();
        try {
            while (true) {
                ByteBuffer piece = awaitPiece();
                if (piece == null) {
                    return -1;
                }
                int taken = Math.min(length, piece.remaining());
                piece.get(target, offset, taken);
                if (!piece.hasRemaining()) {
                    pieces.poll();
                    if (pieces.isEmpty() && !ended) {
                        subscription.request(1);
                    }
                }
                if (taken > 0) {
                    return taken;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// The first piece not read to its end, or null at the end of the body.
    private ByteBuffer awaitPiece() throws IOException {
        long left = patienceNanos;
        while (!closed && pieces.isEmpty() && !ended && failure == null) {
            if (left <= 0) {
                throw new IOException(
                        "the server fell silent in the body: patience="
                                + TimeUnit.NANOSECONDS.toMillis(patienceNanos)
                                + " ms");
            }
            try {
                left = ticker.await(arrived, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("reading was stopped");
                stopped.initCause(e);
                throw stopped;
            }
        }
        if (closed) {
            throw new IOException("the stream is closed");
        }
        if (!pieces.isEmpty()) {
            return pieces.peek();
        }
        if (failure != null) {
            throw new IOException("the connection broke: " + failure.getMessage(), failure);
        }
        return null;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            pieces.clear();
            arrived.signalAll();
            if (subscription != null && !ended) {
                subscription.cancel();
            }
        } finally {
            lock.unlock();
        }
    }
}
