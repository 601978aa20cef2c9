package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.testkit.Threads;

/// Clients that go without a word, at any moment: what they had is free soon after.
@Isolated("counts all threads and descriptors")
class DisconnectTest {
    private static final String LARGE =
            "SELECT a.i, b.i, 'some text that makes the row longer' FROM n a, n b, n c";
    private static final String ENDLESS =
            "SELECT count(*) FROM n a, n b, n c WHERE a.i + b.i + c.i < 0";
    private static final int MANY = 300;

    private PostgresServer postgres;

    @BeforeEach
    void open() throws IOException {
        postgres = new PostgresServer();
        try (RawClient client = RawClient.in(postgres.port())) {
            client.add('Q', "CREATE TABLE n (i integer PRIMARY KEY)").until('Z');
            StringBuilder insert = new StringBuilder("INSERT INTO n VALUES (0)");
            for (int i = 1; i < 2_000; i++) {
                insert.append(",(").append(i).append(')');
            }
            assertEquals("C:INSERT 0 2000 Z:I", client.add('Q', insert.toString()).until('Z'));
        }
        allIsFree();
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    private void allIsFree() {
        Threads.await("connections end", () -> postgres.server().connections() == 0);
        Threads.await("memory is free", () -> postgres.telegraph().memoryUsed() == 0);
        Threads.await("queries end", () -> Threads.alive("q") == 0);
    }

    private void runs() {
        Threads.await("a query runs", () -> postgres.telegraph().memoryUsed() > 0);
    }

    @Test
    void whoGoesInTheMiddleOfAResultLeavesNothing() throws IOException {
        for (int i = 0; i < 5; i++) {
            RawClient client = RawClient.in(postgres.port());
            client.add('Q', LARGE).send();
            client.until('D');
            if (i % 2 == 0) {
                client.vanish();
            } else {
                client.close();
            }
        }
        allIsFree();
    }

    @Test
    void whoGoesWhileAQueryRunsLeavesNothing() throws IOException {
        for (int i = 0; i < 3; i++) {
            RawClient client = RawClient.in(postgres.port());
            client.add('Q', ENDLESS).send();
            runs();
            client.vanish();
            allIsFree();
        }
    }

    @Test
    void whoGoesWithATransactionOpenLosesItAndItsLocks() throws IOException {
        RawClient client = RawClient.in(postgres.port());
        client.add('Q', "BEGIN").until('Z');
        client.add('Q', "DELETE FROM n WHERE i = 7").until('Z');
        client.vanish();
        try (RawClient other = RawClient.in(postgres.port())) {
            assertEquals("C:DELETE 1 Z:I", other.add('Q', "DELETE FROM n WHERE i = 7").until('Z'));
        }
        allIsFree();
    }

    @Test
    void whoGoesWhileItWaitsForALockWaitsNoMore() throws Exception {
        try (RawClient holder = RawClient.in(postgres.port())) {
            holder.add('Q', "BEGIN").until('Z');
            holder.add('Q', "DELETE FROM n WHERE i = 7").until('Z');
            RawClient waiter = RawClient.in(postgres.port());
            waiter.add('Q', "DELETE FROM n WHERE i = 7").send();
            Thread.sleep(100); // it waits now, or soon
            waiter.vanish();
            Threads.await("one goes", () -> postgres.server().connections() == 1);
            assertEquals("C:ROLLBACK Z:I", holder.add('Q', "ROLLBACK").until('Z'));
        }
        allIsFree();
    }

    @Test
    void whoGoesInTheMiddleOfCopyingLeavesNothing() throws IOException {
        RawClient client = RawClient.in(postgres.port());
        client.add('Q', "COPY n FROM STDIN").send();
        client.until('G');
        client.add('d', "5000\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)).send();
        client.vanish();
        allIsFree();
        try (RawClient other = RawClient.in(postgres.port())) {
            assertEquals(
                    "T D:2000 C:SELECT 1 Z:I", other.add('Q', "SELECT count(*) FROM n").until('Z'));
        }
    }

    @Test
    void whoGoesWithAPortalSuspendedLeavesNothing() throws IOException {
        RawClient client = RawClient.in(postgres.port());
        client.add('Q', "BEGIN").until('Z');
        client.parse("", LARGE).bind("p", "").execute("p", 10).sync();
        assertTrue(client.until('Z').endsWith("s Z:T"));
        client.vanish();
        allIsFree();
    }

    @Test
    void aReaderThatStopsHoldsOnlyItsOwnQueryBack() throws IOException {
        RawClient slow = RawClient.in(postgres.port());
        slow.add('Q', LARGE).send();
        slow.until('D');
        try (RawClient other = RawClient.in(postgres.port())) {
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        "T D:2000 C:SELECT 1 Z:I",
                        other.add('Q', "SELECT count(*) FROM n").until('Z'));
            }
        }
        slow.vanish();
        allIsFree();
    }

    @Test
    void manyThatComeAndGoLeaveNoDescriptorAndNoThread() throws Exception {
        UnixOperatingSystemMXBean system =
                (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        comeAndGo(20);
        allIsFree();
        long descriptors = system.getOpenFileDescriptorCount();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        comeAndGo(MANY);
        allIsFree();
        Threads.await(
                "descriptors are free",
                () -> system.getOpenFileDescriptorCount() <= descriptors + 5);
        Threads.await(
                "threads end",
                () -> ManagementFactory.getThreadMXBean().getThreadCount() <= threads + 5);
    }

    private void comeAndGo(int count) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RawClient client =
                    i % 3 == 0 ? new RawClient(postgres.port()) : RawClient.in(postgres.port());
            if (i % 3 == 2) {
                client.add('Q', "SELECT count(*) FROM n").send();
            }
            clients.add(client);
            if (clients.size() == 50) {
                end(clients);
            }
        }
        end(clients);
    }

    private static void end(List<RawClient> clients) throws IOException {
        for (int i = 0; i < clients.size(); i++) {
            if (i % 2 == 0) {
                clients.get(i).vanish();
            } else {
                clients.get(i).close();
            }
        }
        clients.clear();
    }

    @Test
    void aPsqlThatIsKilledLeavesNothing() throws Exception {
        Assumptions.assumeTrue(PostgresServer.hasPsql(), "psql is not installed");
        Process psql =
                new ProcessBuilder(PostgresServer.psql(postgres.port(), "-c", ENDLESS))
                        .redirectErrorStream(true)
                        .start();
        runs();
        psql.destroyForcibly();
        assertTrue(psql.waitFor(120, TimeUnit.SECONDS));
        allIsFree();
    }
}
