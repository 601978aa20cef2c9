package telegraph.crawler.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// What a crawl opened, to be closed in reverse order.
///
/// Threads: one at a time.
public final class Closings {
    private final Deque<Closing> closings = new ArrayDeque<>();

    /// Something to be closed at the end.
    public interface Closing {
        void close() throws InterruptedException, IOException;
    }

    public void add(Closing closing) {
        closings.push(closing);
    }

    /// Closes everything, whatever fails; returns the first failure, which is `before` if it is not
    /// null.
    public Throwable closeAll(Throwable before) {
        Throwable first = before;
        while (!closings.isEmpty()) {
            try {
                closings.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException | RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else if (first != e) {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }
}
