package telegraph.engine.flow;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.source.Sink;

/// What readers hold open, closed when nobody wants their rows any more, each once.
///
/// What a resource says while it is torn down concerns nobody: its query is over already.
///
/// Threads: any.
public final class Resources implements AutoCloseable {
    private final List<AutoCloseable> open = new ArrayList<>();
    private boolean closed;

    /// Keeps a resource until it is forgotten; if all were closed already, closes it at once.
    public Sink.Registration add(AutoCloseable resource) {
        synchronized (open) {
            if (!closed) {
                open.add(resource);
                return () -> forget(resource);
            }
        }
        closeQuietly(resource);
        return () -> {};
    }

    private void forget(AutoCloseable resource) {
        synchronized (open) {
            open.removeIf(one -> one == resource);
        }
    }

    @Override
    public void close() {
        List<AutoCloseable> left;
        synchronized (open) {
            closed = true;
            left = List.copyOf(open);
            open.clear();
        }
        left.forEach(Resources::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception _) {
            return;
        }
    }
}
