package telegraph.sources.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Does numbered tasks on virtual threads, some at once, and passes each result on: in the order of
/// the numbers if asked, else as they come.
///
/// The first failure, or an interrupt of the caller, interrupts all; [#run] returns when every
/// thread has ended.
///
/// @param <T> what a task makes; it is dropped if nobody takes it
public final class NumberedTasks<T> {
    /// Makes result `index`.
    @FunctionalInterface
    public interface Task<T> {
        T perform(int index) throws InterruptedException;
    }

    /// Takes a result; returns false if no more are wanted.
    @FunctionalInterface
    public interface Taker<T> {
        boolean take(int index, T result) throws InterruptedException;
    }

    /// Frees a result that nobody takes.
    @FunctionalInterface
    public interface Dropper<T> {
        void drop(T result);
    }

    private final int count;
    private final boolean ordered;
    private final Task<T> task;
    private final Taker<T> taker;
    private final Dropper<T> dropper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition turn = lock.newCondition();
    private int nextTask;
    private int nextTaken;
    private boolean stopped;
    private Throwable failure;
    private final List<Thread> threads = new ArrayList<>();

    public NumberedTasks(
            int count, boolean ordered, Task<T> task, Taker<T> taker, Dropper<T> dropper) {
        this.count = count;
        this.ordered = ordered;
        this.task = task;
        this.taker = taker;
        this.dropper = dropper;
    }

    public void run(int width, String name) throws InterruptedException {
        for (int i = 0; i < Math.min(width, count); i++) {
            threads.add(Thread.ofVirtual().name(name + "-" + i).unstarted(this::work));
        }
        threads.forEach(Thread::start);
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            throw new InterruptedException(name);
        }
        switch (failure) {
            case null -> {}
            case InterruptedException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException("a task throws nothing else", failure);
        }
    }

    private void work() {
        try {
            for (int index = claim(); index >= 0; index = claim()) {
                pass(index, task.perform(index));
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private int claim() {
        lock.lock();
        try {
            return stopped || nextTask == count ? -1 : nextTask++;
        } finally {
            lock.unlock();
        }
    }

    private void pass(int index, T result) throws InterruptedException {
        boolean taken = false;
        try {
            if (ordered) {
                awaitTurn(index);
            }
            if (!isStopped()) {
                taken = true; // from here on the taker owns it
                if (!taker.take(index, result)) {
                    stop();
                }
            }
        } finally {
            if (!taken) {
                dropper.drop(result);
            }
            if (ordered) {
                yieldTurn();
            }
        }
    }

    private void awaitTurn(int index) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (nextTaken != index && !stopped) {
                turn.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void yieldTurn() {
        lock.lock();
        try {
            nextTaken++;
            turn.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    private void stop() {
        lock.lock();
        try {
            stopped = true;
            turn.signalAll();
        } finally {
            lock.unlock();
        }
        interruptOthers();
    }

    private void fail(Throwable e) {
        lock.lock();
        try {
            // Once stopped, the others end by interrupts, which are no failures.
            if (!stopped) {
                failure = e;
            }
            stopped = true;
            turn.signalAll();
        } finally {
            lock.unlock();
        }
        interruptOthers();
    }

    private void interruptOthers() {
        for (Thread thread : threads) {
            if (thread != Thread.currentThread()) {
                thread.interrupt();
            }
        }
    }
}
