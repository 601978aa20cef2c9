package telegraph.server.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import telegraph.ground.TelegraphException;
import telegraph.ground.Uninterruptibly;
import telegraph.server.resp.Counts;
import telegraph.server.resp.NotNow;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Carries out the changes that many connections ask for, as many as have come in one transaction:
/// they wait for one commit, and what comes meanwhile for the next.
///
/// It never waits for a key. A burst that would have to is set aside from the command on that has
/// to wait, and so are all bursts of a transaction that failed, each to be tried by itself.
///
/// The queue is as long as there are connections at most, since each has one burst under way.
///
/// Threads: [#take] any; the work is done by a thread of its own, which ends with [#close].
final class GroupCommit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    /// More bursts wait for the next transaction, so that none is long.
    private static final int BURSTS_MAX = 512;

    private final BlockingQueue<Burst> queue = new LinkedBlockingQueue<>();
    private final Keepers keepers;
    private final Counts counts;
    private final Consumer<Burst> aside;
    private final Thread thread;
    private volatile boolean closed;

    /// @param aside takes bursts that have to wait, or to be tried again
    GroupCommit(Keepers keepers, Counts counts, Consumer<Burst> aside) {
        this.keepers = keepers;
        this.counts = counts;
        this.aside = aside;
        this.thread = Thread.ofPlatform().daemon().name("redis-writer").start(this::run);
    }

    void take(Burst burst) {
        queue.add(burst);
    }

    private void run() {
        try {
            while (!closed) {
                try (KeyValueTable table = keepers.table(KeyValueTable.Manner.LOCK_AT_ONCE)) {
                    work(table, new KeyCommands(table, counts));
                } catch (RuntimeException e) {
                    LOG.warn("the writer of keys begins anew with another session", e);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("the writer of keys ends");
        }
    }

    private void work(KeyValueTable table, KeyCommands commands) throws InterruptedException {
        List<Burst> group = new ArrayList<>();
        while (!closed) {
            group.clear();
            group.add(queue.take());
            queue.drainTo(group, BURSTS_MAX - 1);
            boolean lasts = false;
            try {
                lasts = carryOut(group, table, commands);
            } finally {
                for (Burst burst : group) {
                    pass(burst, lasts);
                }
            }
        }
    }

    private void pass(Burst burst, boolean lasts) {
        if (!lasts) {
            burst.restart();
        }
        if (burst.hasNext()) {
            aside.accept(burst);
        } else {
            burst.done();
        }
    }

    /// Whether what was done lasts, or is answered for.
    private static boolean carryOut(List<Burst> group, KeyValueTable table, KeyCommands commands) {
        table.session().begin();
        boolean well = false;
        try {
            for (Burst burst : group) {
                carryOut(burst, commands);
            }
            well = table.session().commit();
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.UNKNOWN) {
                // Who tried again might do it twice.
                group.forEach(burst -> burst.refuseDone("ERR " + e.getMessage()));
                return true;
            }
            LOG.debug("a transaction of key changes failed, and each is tried by itself", e);
        } finally {
            if (!well) {
                table.session().rollback();
            }
        }
        return well;
    }

    private static void carryOut(Burst burst, KeyCommands commands) {
        while (burst.hasNext()) {
            Burst.Task task = burst.next();
            RedisReply reply = burst.reply();
            int mark = reply.mark();
            try {
                commands.answer(task.command(), task.arguments(), reply);
            } catch (RedisRefusal e) {
                reply.back(mark);
                reply.error(e.getMessage());
            } catch (NotNow e) {
                reply.back(mark);
                return;
            }
            burst.proceed();
        }
    }

    /// Ends after the transaction under way; what waits is not carried out.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Uninterruptibly.join(thread);
        for (Burst left = queue.poll(); left != null; left = queue.poll()) {
            left.refuseRest("ERR the server stops");
            left.done();
        }
    }
}
