package telegraph.sql.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import telegraph.ground.TelegraphException;
import telegraph.sql.Telegraph;
import telegraph.testkit.Seeds;

/// A process to be killed: a few threads, each with tables of its own, carry out the transactions
/// of their [Course] and acknowledge each on standard output after its commit.
final class Clerk {
    static final int CLERKS = 2;

    /// The first line it prints.
    static final String OPENED = "opened";

    private final Conversation conversation;
    private final int number;
    private final Course course;
    private final RandomGenerator moods;

    private Clerk(Conversation conversation, int number, long seed, long moods) {
        this.conversation = conversation;
        this.number = number;
        this.course = new Course(seed, number);
        this.moods = Seeds.random(moods + number);
    }

    /// @param arguments the directory of the sandbox, the seed of the courses, and another of what
    ///   leaves no trace
    public static void main(String... arguments) throws InterruptedException {
        long seed = Long.parseLong(arguments[1]);
        long moods = Long.parseLong(arguments[2]);
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        try (Telegraph telegraph = open(Path.of(arguments[0]))) {
            System.out.println(OPENED);
            System.out.flush();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CLERKS; i++) {
                int number = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    try (Conversation with = Conversation.with(telegraph)) {
                                        new Clerk(with, number, seed, moods).work();
                                    } catch (RuntimeException e) {
                                        failure.set(e);
                                    }
                                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        throw failure.get();
    }

    /// A sandbox with little memory and many checkpoints.
    static Telegraph open(Path sandbox) {
        return Telegraph.open(
                sandbox,
                Map.of("store_cache", "2MB", "checkpoint_size", "1MB", "workers", "1"),
                Map.of());
    }

    private void work() {
        if (conversation.ask("SHOW TABLES").stream().noneMatch(t -> t.contains("step" + number))) {
            transact(course.start());
        }
        long last =
                Long.parseLong(
                        conversation
                                .ask("SELECT n FROM step" + number)
                                .getFirst()
                                .replaceAll("[\\[\\]]", ""));
        while (course.number() < last) {
            course.next();
        }
        while (true) {
            List<String> statements = course.next();
            transact(statements);
            synchronized (System.out) {
                System.out.println(number + " " + course.number());
                System.out.flush();
            }
        }
    }

    private void transact(List<String> statements) {
        while (true) {
            try {
                if (moods.nextInt(5) == 0) {
                    carryOut(statements);
                    conversation.ask("ROLLBACK");
                }
                carryOut(statements);
                conversation.ask("COMMIT");
                return;
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.CONFLICT) {
                    throw e;
                }
                conversation.ask("ROLLBACK");
            }
        }
    }

    private void carryOut(List<String> statements) {
        conversation.ask("BEGIN");
        if (moods.nextInt(5) == 0) {
            conversation.ask("SAVEPOINT s");
            statements.forEach(conversation::ask);
            conversation.ask("ROLLBACK TO s");
        }
        statements.forEach(conversation::ask);
    }
}
