package telegraph.store;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;

/// Two transactions whose steps are carried out in a given order, as far as locks allow: a step
/// that waits is left waiting, and those of its transaction that follow come after it.
final class Duel implements AutoCloseable {
    static final int C = Store.FIRST_CONTAINER;
    private static final long PATIENCE_MILLIS = 120_000;

    private final OpenedStore opened =
            new OpenedStore(
                    StoreOptions.DEFAULT
                            .withCacheBytes(1 << 20)
                            .withLockTimeoutMillis(PATIENCE_MILLIS));
    final Side one;
    final Side two;

    /// With rows `x` and `y` that hold 0.
    Duel(Isolation isolation) {
        try (Transaction setup = opened.store().transaction()) {
            setup.begin(Isolation.READ_COMMITTED);
            setup.insert(C, OpenedStore.bytes("x"), OpenedStore.bytes("0"));
            setup.insert(C, OpenedStore.bytes("y"), OpenedStore.bytes("0"));
            setup.commit();
        }
        one = new Side(isolation);
        two = new Side(isolation);
    }

    /// What is committed in the end.
    String committed(String key) {
        try (Transaction last = opened.store().transaction()) {
            last.begin(Isolation.SERIALIZABLE);
            Bytes value = new Bytes();
            boolean found = last.get(C, OpenedStore.bytes(key), ReadMode.PLAIN, value);
            return found ? OpenedStore.text(value) : "none";
        }
    }

    @Override
    public void close() {
        one.close();
        two.close();
        opened.close();
    }

    /// One of the two.
    final class Side implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Transaction transaction = opened.store().transaction();
        private boolean failed;

        Side(Isolation isolation) {
            step(() -> {
                transaction.begin(isolation);
                return "";
            });
        }

        /// Starts a step, and returns when it is done or waits for a lock.
        private Future<String> step(Callable<String> call) {
            Future<String> step = thread.submit(() -> failed ? "failed" : guarded(call));
            Threads.await(
                    "a step is done or waits",
                    () ->
                            step.isDone()
                                    || opened.store().locks().stream().anyMatch(l -> !l.isHeld()));
            return step;
        }

        private String guarded(Callable<String> call) throws Exception {
            try {
                return call.call();
            } catch (TelegraphException e) {
                if (e.state() != SqlState.DEADLOCK) {
                    throw e;
                }
                failed = true;
                transaction.rollback();
                return "failed";
            }
        }

        Future<String> get(String key, ReadMode reading) {
            return step(() -> {
                Bytes value = new Bytes();
                boolean found = transaction.get(C, OpenedStore.bytes(key), reading, value);
                return found ? OpenedStore.text(value) : "none";
            });
        }

        Future<String> get(String key) {
            return get(key, ReadMode.PLAIN);
        }

        /// How many keys there are from `low` to before `high`.
        Future<String> count(String low, String high) {
            return step(() -> {
                int count = 0;
                try (Cursor cursor = transaction.cursor(C, ReadMode.PLAIN)) {
                    cursor.range(OpenedStore.bytes(low), OpenedStore.bytes(high));
                    while (cursor.next()) {
                        count++;
                    }
                }
                return String.valueOf(count);
            });
        }

        Future<String> set(String key, String value) {
            return step(() ->
                    String.valueOf(
                            transaction.update(
                                    C, OpenedStore.bytes(key), OpenedStore.bytes(value))));
        }

        Future<String> insert(String key) {
            return step(() ->
                    String.valueOf(
                            transaction.insert(C, OpenedStore.bytes(key), OpenedStore.bytes("0"))));
        }

        Future<String> commit() {
            return step(() -> {
                transaction.commit();
                return "committed";
            });
        }

        Future<String> rollback() {
            return step(() -> {
                transaction.rollback();
                return "rolled back";
            });
        }

        @Override
        public void close() {
            thread.close();
            transaction.close();
        }
    }

    /// What a step gave, once it is done.
    static String of(Future<String> step) {
        try {
            return step.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
