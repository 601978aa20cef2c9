package telegraph.sources.fetch;

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.RequestBudget;
import telegraph.ground.TelegraphException;

/// The permits of one attempt at an answer: one for each request, taken right before it is sent.
/// From the first permit until it is closed the attempt is under way.
///
/// Threads: any, as a late request may be sent twice; one closes it.
final class Permits implements AutoCloseable {
    private final Meter meter;
    private RequestBudget.Underway asking;

    Permits(Meter meter) {
        this.meter = meter;
    }

    /// Sends with a permit; a second time, with another, if the server hung up on a connection that
    /// was kept, which says nothing of the request.
    ///
    /// @throws TelegraphException with CONFIGURATION_LIMIT if there is no permit; nothing was sent
    <T> T send(PageRequest request, Hedge.Sending<T> sending)
            throws IOException, InterruptedException, TimeoutException {
        take();
        try {
            return sending.send();
        } catch (Transport.ClosedException e) {
            if (!request.idempotent()) {
                throw e;
            }
            meter.addRetried();
            take();
            return sending.send();
        }
    }

    private synchronized void take() {
        if (asking == null) {
            asking = meter.asking();
        }
        meter.addRequest();
    }

    @Override
    public synchronized void close() {
        if (asking != null) {
            asking.close();
        }
    }
}
