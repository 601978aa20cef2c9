package telegraph.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Seeds;

/// Transfers between accounts, numbered, each acknowledged on standard output after its commit: a
/// process to be killed.
///
/// | key                    | value                          |
/// |------------------------|--------------------------------|
/// | `account 17`           | its balance, as text           |
/// | `transfer 3 000000041` | `from to amount`, of a thread  |
final class Bank {
    static final int ACCOUNTS = 100;
    static final int THREADS = 3;
    static final long BALANCE = 1_000;
    private static final long MEMORY_BYTES = 64 << 20;

    private Bank() {}

    /// @param arguments the directory of the store, a seed, and what a commit waits for
    public static void main(String... arguments) throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(MEMORY_BYTES);
                Store store =
                        open(
                                Path.of(arguments[0]),
                                Disk.FILES,
                                memory,
                                Durability.valueOf(arguments[2]))) {
            long seed = Long.parseLong(arguments[1]);
            List<Thread> threads = new ArrayList<>();
            AtomicReference<RuntimeException> failure = new AtomicReference<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    try {
                                        work(
                                                store,
                                                number,
                                                Seeds.random(seed + number),
                                                Bank::print);
                                    } catch (RuntimeException e) {
                                        failure.set(e);
                                    }
                                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            throw failure.get();
        }
    }

    /// Hears of each transfer that is committed, and says whether there is to be another.
    interface Acknowledged {
        boolean goesOn(int thread, long number);
    }

    private static boolean print(int thread, long number) {
        synchronized (System.out) {
            System.out.println(thread + " " + number);
            System.out.flush();
        }
        return true;
    }

    /// Transfers as one of the threads, going on with the number after the last.
    static void work(Store store, int thread, RandomGenerator random, Acknowledged acknowledged) {
        new Teller(store, thread, random).work(acknowledged);
    }

    static Store open(Path directory, MemoryManager memory) {
        return open(directory, Disk.FILES, memory);
    }

    static Store open(Path directory, Disk disk, MemoryManager memory) {
        return open(directory, disk, memory, Durability.SYNC);
    }

    private static Store open(
            Path directory, Disk disk, MemoryManager memory, Durability durability) {
        StoreOptions options =
                StoreOptions.DEFAULT
                        .withCacheBytes(2 << 20)
                        .withCheckpointBytes(300_000)
                        .withDurability(durability);
        Store store = Stores.open(directory, options, disk, memory, System::nanoTime);
        try (Transaction first = store.transaction()) {
            first.begin(Isolation.SERIALIZABLE);
            Bytes value = new Bytes();
            if (!first.get(Store.FIRST_CONTAINER, account(0), ReadMode.FOR_UPDATE, value)) {
                for (int i = 0; i < ACCOUNTS; i++) {
                    first.insert(Store.FIRST_CONTAINER, account(i), number(BALANCE));
                }
            }
            first.commit();
        }
        return store;
    }

    static Bytes account(int number) {
        return text("account " + number);
    }

    static Bytes transfer(int thread, long number) {
        return text(String.format("transfer %d %09d", thread, number));
    }

    static Bytes text(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Bytes number(long number) {
        return text(Long.toString(number));
    }

    static long number(Bytes bytes) {
        return Long.parseLong(new String(bytes.array(), 0, bytes.length(), StandardCharsets.UTF_8));
    }

    /// Demands that all transfers are there that were acknowledged, that the balances are what the
    /// transfers make of them, and that nothing is wrong in the tree.
    ///
    /// @param acknowledged for each thread the number of its last transfer, or -1
    static void demandSound(Store store, long[] acknowledged) {
        long[] balances = new long[ACCOUNTS];
        Arrays.fill(balances, BALANCE);
        try (Transaction reader = store.transaction()) {
            reader.begin(Isolation.READ_COMMITTED);
            reader.lock(Store.FIRST_CONTAINER, TableMode.S);
            Bytes value = new Bytes();
            for (int thread = 0; thread < THREADS; thread++) {
                long number = 0;
                while (reader.get(
                        Store.FIRST_CONTAINER, transfer(thread, number), ReadMode.PLAIN, value)) {
                    String[] parts = string(value).split(" ");
                    balances[Integer.parseInt(parts[0])] -= Long.parseLong(parts[2]);
                    balances[Integer.parseInt(parts[1])] += Long.parseLong(parts[2]);
                    number++;
                }
                if (number <= acknowledged[thread]) {
                    throw new AssertionError(
                            "lost: thread="
                                    + thread
                                    + " acknowledged="
                                    + acknowledged[thread]
                                    + " found="
                                    + number);
                }
            }
            for (int i = 0; i < ACCOUNTS; i++) {
                boolean there =
                        reader.get(Store.FIRST_CONTAINER, account(i), ReadMode.PLAIN, value);
                if (!there || number(value) != balances[i]) {
                    throw new AssertionError(
                            "account="
                                    + i
                                    + " expected="
                                    + balances[i]
                                    + " found="
                                    + string(value));
                }
            }
            reader.commit();
        }
        List<String> wrong = store.check(Store.FIRST_CONTAINER);
        if (!wrong.isEmpty()) {
            throw new AssertionError(wrong.toString());
        }
    }

    private static String string(Bytes bytes) {
        return new String(bytes.array(), 0, bytes.length(), StandardCharsets.UTF_8);
    }

    /// One thread that transfers until it is killed.
    private static final class Teller {
        private final Store store;
        private final int thread;
        private final RandomGenerator random;
        private final Bytes value = new Bytes();

        Teller(Store store, int thread, RandomGenerator random) {
            this.store = store;
            this.thread = thread;
            this.random = random;
        }

        void work(Acknowledged acknowledged) {
            long next = 0;
            try (Transaction transaction = store.transaction()) {
                transaction.begin(Isolation.READ_COMMITTED);
                while (transaction.get(
                        Store.FIRST_CONTAINER,
                        Bank.transfer(thread, next),
                        ReadMode.PLAIN,
                        value)) {
                    next++;
                }
                transaction.commit();
                boolean goesOn = true;
                while (goesOn) {
                    transaction.begin(Isolation.READ_COMMITTED);
                    try {
                        move(transaction, next);
                        transaction.commit();
                    } catch (TelegraphException e) {
                        if (e.kind() != TelegraphException.Kind.CONFLICT) {
                            throw e;
                        }
                        transaction.rollback();
                        continue;
                    }
                    goesOn = acknowledged.goesOn(thread, next++);
                }
            }
        }

        private void move(Transaction transaction, long number) {
            int from = random.nextInt(ACCOUNTS);
            int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            long amount = random.nextInt(50);
            add(transaction, from, -amount);
            if (random.nextInt(10) == 0) {
                // Some begin, think better of it, and begin again.
                transaction.rollback();
                transaction.begin(Isolation.READ_COMMITTED);
                add(transaction, from, -amount);
            }
            add(transaction, to, amount);
            transaction.insert(
                    Store.FIRST_CONTAINER,
                    Bank.transfer(thread, number),
                    text(from + " " + to + " " + amount));
        }

        private void add(Transaction transaction, int account, long amount) {
            transaction.get(Store.FIRST_CONTAINER, account(account), ReadMode.FOR_UPDATE, value);
            transaction.update(
                    Store.FIRST_CONTAINER, account(account), number(Bank.number(value) + amount));
        }
    }
}
