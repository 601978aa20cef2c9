package telegraph.server.redis;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import telegraph.ground.TelegraphException;
import telegraph.server.resp.Counts;
import telegraph.server.resp.NotNow;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Carries out bursts that wait for somebody: each on a virtual thread, each of its commands in a
/// transaction of its own, which is tried again when it was in conflict with others.
///
/// Threads: any.
final class Aside implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Aside.class);

    /// Transactions at once; more of them wait.
    private static final int AT_ONCE_MAX = 64;

    private static final int TRIES_MAX = 20;
    private static final int CLOSE_SECONDS_MAX = 30;

    private final Keepers keepers;
    private final Counts counts;
    private final Surveys surveys;
    private final Semaphore room = new Semaphore(AT_ONCE_MAX);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Aside(Keepers keepers, Counts counts, Surveys surveys) {
        this.keepers = keepers;
        this.counts = counts;
        this.surveys = surveys;
    }

    void take(Burst burst) {
        threads.execute(() -> run(burst));
    }

    private void run(Burst burst) {
        try {
            room.acquire();
            try {
                all(burst);
            } finally {
                room.release();
            }
        } catch (InterruptedException e) {
            burst.refuseRest("ERR the server stops");
        } catch (RuntimeException | Error e) {
            LOG.error("a command about keys fails for no reason of its own", e);
            burst.refuseRest("ERR this should not happen, please report it: cause=" + e);
        } finally {
            burst.done();
        }
    }

    private void all(Burst burst) throws InterruptedException {
        KeyValueTable table = keepers.lend(KeyValueTable.Manner.PATIENT);
        boolean well = false;
        try {
            while (burst.hasNext()) {
                RedisReply reply = burst.reply();
                int mark = reply.mark();
                try {
                    one(burst.next(), reply, table);
                } catch (RedisRefusal e) {
                    reply.back(mark);
                    reply.error(e.getMessage());
                } catch (TelegraphException e) {
                    LOG.debug("a command about keys failed", e);
                    reply.back(mark);
                    reply.error("ERR " + e.getMessage());
                }
                burst.proceed();
            }
            well = true;
        } finally {
            if (well) {
                keepers.giveBack(table);
            } else {
                table.close();
            }
        }
    }

    private void one(Burst.Task task, RedisReply reply, KeyValueTable table)
            throws InterruptedException {
        if (task.command().kind() == Command.Kind.SURVEY) {
            surveys.answer(task.command(), task.arguments(), reply, table.session());
            return;
        }
        int mark = reply.mark();
        for (int tries = 1; ; tries++) {
            try {
                once(task, reply, table);
                return;
            } catch (NotNow e) {
                // It waits for everybody, so what is missing is the table.
                reply.back(mark);
                if (tries > 1) {
                    throw KeyValueTable.UNFIT;
                }
                keepers.make(table.session());
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.CONFLICT || tries == TRIES_MAX) {
                    throw e;
                }
                reply.back(mark);
            }
        }
    }

    private void once(Burst.Task task, RedisReply reply, KeyValueTable table) {
        KeyCommands commands = new KeyCommands(table, counts);
        if (task.command().kind() == Command.Kind.READ) {
            table.manner(KeyValueTable.Manner.PATIENT);
            commands.answer(task.command(), task.arguments(), reply);
            return;
        }
        table.manner(KeyValueTable.Manner.LOCK_PATIENT);
        table.session().begin();
        boolean well = false;
        try {
            commands.answer(task.command(), task.arguments(), reply);
            table.session().commit();
            well = true;
        } finally {
            if (!well) {
                table.session().rollback();
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                LOG.warn("commands about keys that wait have not ended: door=redis");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
