package telegraph.jdbc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Lets other threads interrupt the one that carries out a statement, and only while it does.
///
/// ```
///          enter             interrupt                  thread.interrupt()
/// IDLE ────────────▶ RUNNING ───────────▶ INTERRUPTING ────────────────────▶ INTERRUPTED
///   ▲     leave         │                                                         │
///   └───────────────────┴──────────────── leave, which clears the interrupt ──────┘
/// ```
///
/// Threads: one enters and leaves; any interrupts.
final class Interruption {
    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int INTERRUPTING = 2;
    private static final int INTERRUPTED = 3;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Interruption.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by STATE
    private int state;

    private Thread thread;

    void enter() {
        thread = Thread.currentThread();
        STATE.setRelease(this, RUNNING);
    }

    void leave() {
        if (STATE.compareAndSet(this, RUNNING, IDLE)) {
            return;
        }
        while ((int) STATE.getAcquire(this) != INTERRUPTED) {
            Thread.onSpinWait();
        }
        // It was meant for the statement, which has ended.
        Thread.interrupted();
        STATE.setRelease(this, IDLE);
    }

    /// Interrupts the thread, if it is between entering and leaving.
    void interrupt() {
        if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
            thread.interrupt();
            STATE.setRelease(this, INTERRUPTED);
        }
    }
}
