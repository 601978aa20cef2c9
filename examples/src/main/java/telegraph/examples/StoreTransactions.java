package telegraph.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;

/// Keeps accounts in a store of bytes: what a transaction is, what a savepoint is, and how two that
/// want the same come to an end.
///
/// Prints:
///
/// ```
/// Ada 100, Bob 50
/// Ada pays Bob 30: Ada 70, Bob 80
/// Ada pays Bob 500: not enough, and nothing changed
/// after a savepoint: Ada 69, Bob 80
/// two at once: one of them is told DEADLOCK and tries again
/// Ada 67, Bob 82
/// ```
public final class StoreTransactions {
    private static final long MEMORY = 64L << 20;
    private static final long CACHE = 16L << 20;

    private final Store store;
    private final int accounts;
    private final PrintStream out;

    private StoreTransactions(Store store, int accounts, PrintStream out) {
        this.store = store;
        this.accounts = accounts;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        run(Files.createTempDirectory("accounts"), System.out);
    }

    /// @param folder an empty one, where the store goes
    static void run(Path folder, PrintStream out) throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(MEMORY);
                Store store =
                        Stores.open(
                                folder.resolve("store"),
                                StoreOptions.DEFAULT.withCacheBytes(CACHE),
                                Disk.FILES,
                                memory,
                                Ticker.SYSTEM::nanos)) {
            int accounts;
            try (Transaction transaction = store.transaction()) {
                transaction.begin(Isolation.READ_COMMITTED);
                accounts = transaction.create();
                transaction.insert(accounts, name("Ada"), amount(100));
                transaction.insert(accounts, name("Bob"), amount(50));
                transaction.commit();
            }
            new StoreTransactions(store, accounts, out).run();
        }
    }

    private void run() throws InterruptedException {
        out.println(balances());
        pay("Ada", "Bob", 30);
        out.println("Ada pays Bob 30: " + balances());
        try {
            pay("Ada", "Bob", 500);
        } catch (IllegalStateException e) {
            out.println("Ada pays Bob 500: " + e.getMessage() + ", and nothing changed");
        }
        savepoint();
        out.println("after a savepoint: " + balances());
        bothAtOnce();
        out.println(balances());
    }

    /// Closing a transaction that did not commit rolls it back.
    private void pay(String from, String to, long sum) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            add(transaction, to, sum);
            add(transaction, from, -sum);
            transaction.commit();
        }
    }

    private void add(Transaction transaction, String account, long sum) {
        Bytes value = new Bytes();
        // Two that mean to change the same do not both get to read it.
        transaction.get(accounts, name(account), ReadMode.FOR_UPDATE, value);
        long balance = amount(value) + sum;
        if (balance < 0) {
            throw new IllegalStateException("not enough");
        }
        transaction.update(accounts, name(account), amount(balance));
    }

    private void savepoint() {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            add(transaction, "Ada", -1);
            long before = transaction.savepoint();
            add(transaction, "Bob", 1_000);
            transaction.rollbackTo(before);
            transaction.commit();
        }
    }

    /// One has Ada's account and wants Bob's, the other has Bob's and wants Ada's.
    private void bothAtOnce() throws InterruptedException {
        try (Transaction one = store.transaction();
                Transaction other = store.transaction()) {
            one.begin(Isolation.READ_COMMITTED);
            other.begin(Isolation.READ_COMMITTED);
            add(one, "Ada", -1);
            add(other, "Bob", 1);
            Thread waiting =
                    Thread.ofVirtual()
                            .start(() -> {
                                add(one, "Bob", 1);
                                one.commit();
                            });
            try {
                add(other, "Ada", -1);
                throw new AssertionError("both cannot go on");
            } catch (TelegraphException e) {
                out.println("two at once: one of them is told " + e.state() + " and tries again");
                other.rollback();
            }
            waiting.join();
            pay("Ada", "Bob", 1);
        }
    }

    private String balances() {
        StringBuilder text = new StringBuilder();
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            try (Cursor cursor = transaction.cursor(accounts, ReadMode.PLAIN)) {
                while (cursor.next()) {
                    String name =
                            new String(
                                    cursor.array(),
                                    cursor.keyOffset(),
                                    cursor.keyLength(),
                                    StandardCharsets.UTF_8);
                    long amount = ByteBuffer.wrap(cursor.array()).getLong(cursor.valueOffset());
                    text.append(text.isEmpty() ? "" : ", ").append(name + " " + amount);
                }
            }
            transaction.commit();
        }
        return text.toString();
    }

    private static Bytes name(String name) {
        return Bytes.of(name.getBytes(StandardCharsets.UTF_8));
    }

    private static Bytes amount(long amount) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(amount).array());
    }

    private static long amount(Bytes value) {
        return ByteBuffer.wrap(value.array()).getLong(0);
    }
}
