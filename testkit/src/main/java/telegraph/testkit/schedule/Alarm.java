package telegraph.testkit.schedule;

import java.util.concurrent.locks.Condition;

/// Ends the wait of the thread that made it, when it rings: by an interrupt, since nothing else
/// ends a wait for a signal, which the thread does not see. If somebody else has interrupted the
/// thread, or it goes on already, it does not ring.
///
/// Whoever carries the thread lets it go on before all others once it rang: an interrupt of
/// somebody else could not be told from it.
///
/// Threads: the waiting one, and one that carries it and so rings while it waits.
public final class Alarm implements Runnable {
    private final Thread waiting = Thread.currentThread();
    private boolean rang;

    /// Rings.
    @Override
    public void run() {
        boolean waits = waiting.getState() == Thread.State.WAITING;
        if (waits && !waiting.isInterrupted()) {
            rang = true;
            waiting.interrupt();
        }
    }

    public boolean rang() {
        return rang;
    }

    /// Waits for a signal, or until it rings.
    public void await(Condition signal) throws InterruptedException {
        try {
            signal.await();
            if (rang) {
                Thread.interrupted(); // it was its own
            }
        } catch (InterruptedException e) {
            if (!rang) {
                throw e;
            }
        }
    }
}
