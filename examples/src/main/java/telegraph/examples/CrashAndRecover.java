package telegraph.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;

/// Kills a process in the middle of its work, and finds in its store everything that it said was
/// done, and nothing by halves.
///
/// A child process moves one coin after another from one purse to the other, each move a
/// transaction, and says its number once it has committed. The parent ends it by force.
///
/// Prints:
///
/// ```
/// the child said 200 moves were done, and was killed
/// the store has them all: true
/// the coins in both purses are as many as before: true
/// ```
public final class CrashAndRecover {
    private static final long MEMORY = 64L << 20;
    private static final long CACHE = 16L << 20;
    private static final long COINS = 1_000_000;
    private static final int MOVES = 200;
    private static final Bytes FROM = Bytes.of((byte) 1);
    private static final Bytes TO = Bytes.of((byte) 2);

    private CrashAndRecover() {}

    /// With a directory it is the child.
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 1) {
            move(Path.of(arguments[0]));
        } else {
            run(Files.createTempDirectory("purses"), System.out);
        }
    }

    /// @param folder an empty one, where the store goes
    static void run(Path folder, PrintStream out) throws IOException, InterruptedException {
        Path directory = folder.resolve("store");
        long said = said(directory);
        out.println("the child said " + MOVES + " moves were done, and was killed");
        try (MemoryManager memory = new MemoryManager(MEMORY);
                Store store = open(directory, memory);
                Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            long from = coins(transaction, FROM);
            long to = coins(transaction, TO);
            transaction.commit();
            out.println("the store has them all: " + (to >= said));
            out.println("the coins in both purses are as many as before: " + (from + to == COINS));
        }
    }

    /// Starts the child, hears of enough moves, and kills it.
    private static long said(Path directory) throws IOException, InterruptedException {
        Process child =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        CrashAndRecover.class.getName(),
                                        directory.toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            long last = 0;
            while (last < MOVES) {
                String line = lines.readLine();
                if (line == null) {
                    throw new IOException("the child ended by itself: moves=" + last);
                }
                last = Long.parseLong(line);
            }
            return last;
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    /// What the child does, until somebody ends it.
    private static void move(Path directory) {
        try (MemoryManager memory = new MemoryManager(MEMORY);
                Store store = open(directory, memory);
                Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            transaction.insert(Store.FIRST_CONTAINER, FROM, amount(COINS));
            transaction.insert(Store.FIRST_CONTAINER, TO, amount(0));
            transaction.commit();
            for (long number = 1; number <= COINS; number++) {
                transaction.begin(Isolation.READ_COMMITTED);
                transaction.update(Store.FIRST_CONTAINER, FROM, amount(COINS - number));
                transaction.update(Store.FIRST_CONTAINER, TO, amount(number));
                transaction.commit();
                System.out.println(number);
                System.out.flush();
            }
        }
    }

    private static Store open(Path directory, MemoryManager memory) {
        return Stores.open(
                directory,
                StoreOptions.DEFAULT.withCacheBytes(CACHE),
                Disk.FILES,
                memory,
                Ticker.SYSTEM::nanos);
    }

    private static long coins(Transaction transaction, Bytes purse) {
        Bytes value = new Bytes();
        transaction.get(Store.FIRST_CONTAINER, purse, ReadMode.PLAIN, value);
        return ByteBuffer.wrap(value.array()).getLong(0);
    }

    private static Bytes amount(long amount) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(amount).array());
    }
}
