package telegraph.sources.fetch;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// Collects a body of at most so many bytes, and hangs up on a longer one.
///
/// Threads: the client's, one at a time.
final class BodyLimit implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private final long bytesMax;
    private Flow.Subscription subscription;
    private long bytes;

    BodyLimit(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// The body is longer than allowed.
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        Exceeded(String message) {
            super(message);
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            bytes += buffer.remaining();
            pieces.add(buffer);
        }
        if (bytes > bytesMax) {
            subscription.cancel();
            pieces.clear();
            body.completeExceptionally(
                    new Exceeded("the body may have at most " + bytesMax + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        pieces.clear();
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        byte[] whole = new byte[(int) bytes];
        int at = 0;
        for (ByteBuffer piece : pieces) {
            int length = piece.remaining();
            piece.get(whole, at, length);
            at += length;
        }
        pieces.clear();
        body.complete(whole);
    }
}
