package telegraph.engine.flow;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.source.Sink;

/// One sending of a request that may be cut off while the thread that wants it goes on.
///
/// It has a thread of its own: an interrupt that is late would else hit whatever the other does
/// next.
///
/// Threads: one runs it, any cuts it off.
///
/// @param <T> what is answered
final class Attempt<T> implements Places.Request {
    private final Sink.Request<T> request;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();
    private boolean ended;
    private boolean cut;
    private T answer;
    private Throwable failure;

    Attempt(Sink.Request<T> request) {
        this.request = request;
        this.thread = Thread.ofVirtual().name("telegraph-request").unstarted(this::send);
    }

    private void send() {
        T got = null;
        Throwable thrown = null;
        try {
            got = request.send();
        } catch (InterruptedException | RuntimeException | Error e) {
            thrown = e;
        }
        lock.lock();
        try {
            answer = got;
            failure = thrown;
            ended = true;
            over.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Sends it and waits until it has ended; returns false if it was cut off before.
    boolean run() throws InterruptedException {
        boolean interrupted = false;
        lock.lock();
        try {
            if (cut) {
                return false;
            }
            thread.start();
            while (!ended) {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
            if (interrupted) {
                throw new InterruptedException("nobody wants the answer any more");
            }
            return switch (failure) {
                case null -> true;
                case InterruptedException _ when cut -> false;
                case InterruptedException e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException("nothing else is thrown", failure);
            };
        } finally {
            lock.unlock();
        }
    }

    /// Sends it on the caller's thread, where nobody cuts it off.
    void runHere() throws InterruptedException {
        answer = request.send();
    }

    T answer() {
        return answer;
    }

    @Override
    public boolean cut() {
        lock.lock();
        try {
            cut = true;
            thread.interrupt();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
