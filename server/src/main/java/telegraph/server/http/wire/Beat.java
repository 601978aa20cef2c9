package telegraph.server.http.wire;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Looks at all connections of one event loop once a second, so that none of them needs a timer of
/// its own. It stops when there are none.
///
/// Threads: its loop.
final class Beat {
    private final EventLoop loop;
    private final LongSupplier nanos;
    private final Set<HttpConversation> open = new HashSet<>();
    private Future<?> timer;

    Beat(EventLoop loop, LongSupplier nanos) {
        this.loop = loop;
        this.nanos = nanos;
    }

    void add(HttpConversation conversation) {
        open.add(conversation);
        if (timer == null) {
            timer = loop.scheduleAtFixedRate(this::look, 1, 1, TimeUnit.SECONDS);
        }
    }

    void remove(HttpConversation conversation) {
        open.remove(conversation);
        if (open.isEmpty() && timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void look() {
        long now = nanos.getAsLong();
        // Closing one takes it out.
        for (HttpConversation conversation : List.copyOf(open)) {
            conversation.beat(now);
        }
    }
}
