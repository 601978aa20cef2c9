package telegraph.server.redis;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.door.DoorContext;
import telegraph.server.resp.Counts;
import telegraph.server.resp.NotNow;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// A keyspace that is a table of the sandbox, which SQL reads and changes as any other.
///
/// Reads of a few keys are answered on the event loop that asks; changes by one writer for all;
/// what has to wait, aside. Nothing is made before the first command comes.
///
/// Threads: any.
final class StoreKeyspace implements Keyspace {
    /// Commands about more keys are not for an event loop.
    private static final int KEYS_AT_ONCE_MAX = 64;

    private final Keepers keepers;
    private final Counts counts;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Aside aside;
    private final List<LoopDesk> desks = new CopyOnWriteArrayList<>();
    private Optional<Workers> workers = Optional.empty();

    /// What works in the background, from the first change on.
    private record Workers(GroupCommit writer, Sweeper sweeper) {}

    StoreKeyspace(DoorContext context, Counts counts, InstantSource clock) {
        boolean flushes = context.telegraph().settings().text("key_flush").equals("on");
        this.keepers = new Keepers(context.telegraph(), clock);
        this.counts = counts;
        this.clock = clock;
        this.ticker = context.ticker();
        this.aside = new Aside(keepers, counts, new Surveys(context.queries(), clock, flushes));
    }

    @Override
    public Desk desk() {
        LoopDesk desk = new LoopDesk();
        desks.add(desk);
        return desk;
    }

    /// Reads of one event loop.
    private final class LoopDesk implements Desk {
        private final KeyValueTable table = keepers.table(KeyValueTable.Manner.AT_ONCE);
        private final KeyCommands commands = new KeyCommands(table, counts);

        @Override
        public boolean answer(Command command, RedisCommand request, RedisReply reply) {
            if (command.kind() != Command.Kind.READ || request.count() > KEYS_AT_ONCE_MAX) {
                return false;
            }
            int mark = reply.mark();
            try {
                commands.answer(command, request, reply);
                return true;
            } catch (NotNow e) {
                reply.back(mark);
                return false;
            } catch (TelegraphException e) {
                throw new RedisRefusal("ERR " + e.getMessage());
            }
        }
    }

    @Override
    public void later(Burst burst) {
        if (burst.isChanges()) {
            writer().take(burst);
        } else {
            aside.take(burst);
        }
    }

    private synchronized GroupCommit writer() {
        if (workers.isEmpty()) {
            GroupCommit writer = new GroupCommit(keepers, counts, aside::take);
            workers = Optional.of(new Workers(writer, new Sweeper(keepers, writer, clock, ticker)));
        }
        return workers.get().writer();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        Optional<Workers> known;
        synchronized (this) {
            known = workers;
        }
        known.ifPresent(both -> {
            both.sweeper().close();
            both.writer().close();
        });
        aside.close();
        desks.forEach(desk -> desk.table.close());
        keepers.close();
    }
}
