package telegraph.store.page;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Several threads that begin a task together and must all end well.
final class Crew {
    private static final int LIMIT_SECONDS = 120;

    public interface Task {
        void run(int member) throws Exception;
    }

    private Crew() {}

    public static void run(int members, Task task) throws Exception {
        CyclicBarrier start = new CyclicBarrier(members);
        try (ExecutorService threads = Executors.newFixedThreadPool(members)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                int member = i;
                ends.add(
                        threads.submit(() -> {
                            start.await();
                            task.run(member);
                            return null;
                        }));
            }
            try {
                for (Future<?> end : ends) {
                    end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
                }
            } catch (ExecutionException e) {
                throw new AssertionError("a member of the crew failed", e.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
