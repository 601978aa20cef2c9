package telegraph.server.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import telegraph.ground.Ticker;
import telegraph.server.http.wire.Problem;
import telegraph.sql.Session;
import telegraph.sql.SessionClient;
import telegraph.sql.Telegraph;
import telegraph.sql.TransactionState;

/// Sessions that outlive a request, so that a transaction can span several: a client names one in
/// the header Telegraph-Session, and finds it again under that name until it has not been used for
/// a while.
///
/// A name belongs to the user who took it. A session carries out one request at a time.
///
/// Threads: any.
final class KeptSessions implements AutoCloseable {
    static final int PER_USER_MAX = 64;
    static final int ALL_MAX = 1_000;
    static final Duration IDLE = Duration.ofMinutes(10);

    private static final Duration LOOK = Duration.ofSeconds(15);
    private static final long TURN_SECONDS = 5;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.~-]{1,64}");

    private record Key(String user, String name) {}

    private final Telegraph telegraph;
    private final Ticker ticker;
    private final Map<Key, Kept> kept = new HashMap<>();
    private Thread watch;
    private boolean closed;

    KeptSessions(Telegraph telegraph, Ticker ticker) {
        this.telegraph = telegraph;
        this.ticker = ticker;
    }

    /// A session for one request; closing it gives it back.
    interface Lease extends AutoCloseable {
        Session session();

        @Override
        void close();
    }

    private final class Kept implements Lease {
        private final Session session;
        private final ReentrantLock turn = new ReentrantLock();
        private int users;
        private long usedNanos;

        Kept(String user) {
            session = opened(user);
        }

        /// Whether nobody uses it, nor would miss it.
        boolean isIdle() {
            return users == 0 && session.transactionState() == TransactionState.IDLE;
        }

        @Override
        public Session session() {
            return session;
        }

        @Override
        public void close() {
            turn.unlock();
            left(this);
        }
    }

    private record Fresh(Session session) implements Lease {
        @Override
        public void close() {
            session.close();
        }
    }

    /// A session for a request of a user.
    ///
    /// @param name what the request calls it, or "" for one of its own
    /// @throws Problem if it cannot be had
    Lease lease(String user, String name) throws InterruptedException {
        if (name.isEmpty()) {
            return new Fresh(opened(user));
        }
        if (!NAME.matcher(name).matches()) {
            throw new Problem(
                    400,
                    "the name of a session is 1 to 64 letters, digits and _ . ~ -: telegraph-session="
                            + name);
        }
        Kept mine = entered(new Key(user, name));
        if (!mine.turn.tryLock(TURN_SECONDS, TimeUnit.SECONDS)) {
            left(mine);
            throw new Problem(
                    409,
                    "a session carries out one request at a time, and this one is still at another:"
                            + " telegraph-session="
                            + name
                            + ". Wait for it, stop it, or use another session");
        }
        return mine;
    }

    private Session opened(String user) {
        Session session = telegraph.session();
        session.introduce(new SessionClient(user, "telegraph", _ -> Optional.empty()));
        return session;
    }

    private synchronized Kept entered(Key key) {
        Kept mine = kept.get(key);
        if (mine == null) {
            demandRoom(key.user);
            mine = new Kept(key.user);
            kept.put(key, mine);
            if (watch == null) {
                watch = Thread.ofVirtual().name("http sessions").start(this::watch);
            }
        }
        mine.users++;
        return mine;
    }

    /// Makes room for one more of a user: the one that has been idle for longest goes, unless it
    /// has a transaction open.
    private void demandRoom(String user) {
        long same = kept.keySet().stream().filter(key -> key.user.equals(user)).count();
        boolean room = same < PER_USER_MAX && kept.size() < ALL_MAX;
        if (closed || !room && !dropIdlest(user)) {
            throw new Problem(
                            503,
                            "named sessions are limited: per user="
                                    + PER_USER_MAX
                                    + " in all="
                                    + ALL_MAX
                                    + ". End transactions, or use fewer names")
                    .header("retry-after", "60");
        }
    }

    private boolean dropIdlest(String user) {
        Optional<Map.Entry<Key, Kept>> idlest =
                kept.entrySet().stream()
                        .filter(entry -> entry.getKey().user.equals(user))
                        .filter(entry -> entry.getValue().isIdle())
                        .min(Comparator.comparingLong(entry -> entry.getValue().usedNanos));
        idlest.ifPresent(entry -> {
            kept.remove(entry.getKey());
            entry.getValue().session.close();
        });
        return idlest.isPresent();
    }

    private synchronized void left(Kept mine) {
        mine.users--;
        mine.usedNanos = ticker.nanos();
    }

    private void watch() {
        try {
            while (closeIdle()) {
                ticker.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // all are being closed
        }
    }

    /// Closes those nobody used for a while; whether there are others.
    private synchronized boolean closeIdle() {
        Iterator<Kept> all = kept.values().iterator();
        while (all.hasNext()) {
            Kept one = all.next();
            if (one.users == 0 && ticker.nanos() - one.usedNanos > IDLE.toNanos()) {
                all.remove();
                one.session.close();
            }
        }
        if (kept.isEmpty()) {
            watch = null;
        }
        return !kept.isEmpty();
    }

    /// How many are kept.
    synchronized int count() {
        return kept.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (watch != null) {
            watch.interrupt();
        }
        kept.values().forEach(one -> one.session.close());
        kept.clear();
    }
}
