package telegraph.server.admission;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.sql.TransactionState;

/// The statements of all doors: those that run, those that wait for their turn, and the last ones
/// that ended.
///
/// ```
///           room for all and for the user?
/// start ──────────────────┬──────────────▶ running ──▶ past, the last 1,000
///                         └─▶ queued ─────────▲
///                              a turn for each user in a round
/// ```
///
/// Invariants:
///
/// 1. Statements outside of transactions run no more at once than the limits say, in all and for
///    each user.
/// 2. A statement of an open transaction never waits here, since those that run may wait for what
///    its transaction holds.
/// 3. While something waits, there is no room for it.
///
/// Threads: any.
public final class Queries implements AutoCloseable {
    /// How long cancelled statements have to end, which they hear at each of their steps.
    private static final Duration CANCELLING = Duration.ofSeconds(3);

    private final Telegraph telegraph;
    private final QueryLimits limits;
    private final Ticker ticker;
    private final InstantSource clock;
    private final Witness witness;
    private final Set<Runnable> following = new CopyOnWriteArraySet<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Admitted> current = new LinkedHashMap<>();
    private final UserTurns<Admitted> turns = new UserTurns<>();
    private final Past past = new Past();
    private final Map<String, Integer> perUser = new HashMap<>();
    private int counted;

    /// Those whose audience has not heard the end.
    private int untold;

    private volatile boolean leaving;
    private volatile boolean ending;
    private volatile long requests;

    public Queries(
            Telegraph telegraph,
            QueryLimits limits,
            Witness witness,
            Ticker ticker,
            InstantSource clock) {
        this.telegraph = telegraph;
        this.limits = limits;
        this.witness = witness;
        this.ticker = ticker;
        this.clock = clock;
        var metrics = witness.metrics();
        metrics.gauge("telegraph_queries_running", "Statements that run", this::running);
        metrics.gauge("telegraph_queries_queued", "Statements that wait for a turn", this::queued);
        metrics.counter(
                "telegraph_source_requests_total",
                "Requests that ended statements made to sources",
                () -> requests);
    }

    /// Has a statement carried out as soon as there is room for it, and returns at once. Its events
    /// come from other threads, one at a time, in order; the last is one `End` or `Failed`. The
    /// audience may wait.
    ///
    /// @throws TelegraphException if it is too long, too many wait already, or the server is about
    ///   to stop; the audience hears nothing then
    public Query start(Session session, Admission asked, Audience audience) {
        return start(
                session,
                asked,
                (id, listener) -> session.start(id, asked.text(), listener, asked.live()),
                audience);
    }

    /// As [#start(Session,Admission,Audience)], for a statement that begins in another way than by
    /// its text, which is only shown.
    public Query start(Session session, Admission asked, StatementStart how, Audience audience) {
        demandShort(asked.text());
        boolean isFree = session.transactionState() == TransactionState.IDLE;
        Admitted admitted =
                new Admitted(
                        this,
                        new Admitted.Question(
                                telegraph.nextQueryId(), asked, clock.instant(), isFree),
                        how,
                        audience);
        if (enter(admitted)) {
            begin(admitted);
        } else {
            admitted.queued(place(admitted));
            tellFollowing();
        }
        return admitted;
    }

    /// @throws TelegraphException if a statement is longer than the limit
    public void demandShort(String text) {
        if (text.length() > limits.statementBytes()) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "statements are limited in length: characters="
                            + text.length()
                            + " statement_size_limit="
                            + limits.statementBytes()
                            + ". Send less at once, or raise it");
        }
    }

    /// Writes down a statement that took its door's own thread a moment, and passed by the queue
    /// and the list.
    ///
    /// @param nanos how long it took
    /// @param how it ended
    public void passedBy(Admission asked, long nanos, Event how) {
        TelegraphException cause = how instanceof Event.Failed failed ? failed.cause() : null;
        boolean cancelled = cause != null && cause.kind() == TelegraphException.Kind.CANCELLED;
        QueryLine line =
                new QueryLine(
                        telegraph.nextQueryId(),
                        asked.client(),
                        witness.isRead() ? Masked.of(asked.text()) : "",
                        cancelled
                                ? QueryLine.State.CANCELLED
                                : cause != null ? QueryLine.State.FAILED : QueryLine.State.ENDED,
                        0,
                        clock.instant(),
                        nanos,
                        how instanceof Event.End end ? end.rows() : 0,
                        0,
                        0,
                        0,
                        how instanceof Event.End end ? end.tag() : "",
                        cause == null ? "" : cause.getMessage(),
                        cause == null ? "" : cause.state().code());
        witness.started(line);
        witness.ended(line, how);
    }

    /// The longest statement, which doors need not read beyond.
    public int statementBytesMax() {
        return limits.statementBytes();
    }

    /// Gives it a turn, or has it wait for one; whether it may begin.
    private boolean enter(Admitted admitted) {
        lock.lock();
        try {
            if (leaving && admitted.isCounted()) {
                throw shutdown();
            }
            if (admitted.isCounted() && !hasRoom(admitted.user())) {
                if (turns.size() >= limits.queued()) {
                    throw crowded();
                }
                turns.add(admitted.user(), admitted);
                current.put(admitted.id(), admitted);
                untold++;
                return false;
            }
            take(admitted);
            current.put(admitted.id(), admitted);
            untold++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private TelegraphException crowded() {
        return TelegraphException.of(
                SqlState.CONFIGURATION_LIMIT,
                "statements that run and that wait for their turn are limited: queries_limit="
                        + limits.running()
                        + " user_queries_limit="
                        + limits.runningPerUser()
                        + " queued_queries_limit="
                        + limits.queued()
                        + ". Try again later, or raise them");
    }

    private static TelegraphException shutdown() {
        return TelegraphException.of(
                SqlState.ADMIN_SHUTDOWN, "the server is shutting down. Connect again later");
    }

    private boolean hasRoom(String user) {
        return counted < limits.running()
                && perUser.getOrDefault(user, 0) < limits.runningPerUser();
    }

    private void take(Admitted admitted) {
        if (admitted.isCounted()) {
            counted++;
            perUser.merge(admitted.user(), 1, Integer::sum);
        }
    }

    private void begin(Admitted admitted) {
        witness.started(admitted.line(0));
        admitted.begin(ticker.nanos());
        if (limits.time().isPositive()) {
            limitTime(admitted);
        }
        tellFollowing();
    }

    /// The longest that a statement of a session may take here, or zero for any time.
    public Duration timeLimit(Session session) {
        Duration own = session.timeLimit();
        Duration ours = limits.time();
        boolean oursIsShorter = ours.isPositive() && ours.compareTo(own) < 0;
        return oursIsShorter || !own.isPositive() ? ours : own;
    }

    private void limitTime(Admitted admitted) {
        Thread limit =
                Thread.ofVirtual()
                        .name(admitted.id() + " time limit")
                        .unstarted(() -> {
                            try {
                                ticker.sleep(limits.time());
                                admitted.cancel(
                                        "time limit reached: statement_time_limit="
                                                + limits.time().toMillis()
                                                + "ms. Ask for less, or raise it");
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt(); // the statement was in time
                            }
                        });
        admitted.atEnd(limit::interrupt);
        limit.start();
    }

    /// It has ended, and others may have its turn.
    void ended(Admitted admitted, Event how) {
        QueryLine line = admitted.line(0);
        witness.ended(line, how);
        List<Admitted> next = new ArrayList<>();
        lock.lock();
        try {
            current.remove(admitted.id());
            turns.remove(admitted.user(), admitted);
            if (admitted.isCounted() && admitted.hadTurn()) {
                counted--;
                perUser.computeIfPresent(admitted.user(), (_, n) -> n == 1 ? null : n - 1);
            }
            while (!ending && counted < limits.running()) {
                Optional<Admitted> first =
                        turns.next(user -> perUser.getOrDefault(user, 0) < limits.runningPerUser());
                if (first.isEmpty()) {
                    break;
                }
                take(first.get());
                next.add(first.get());
            }
            requests += line.requests();
            past.add(admitted);
        } finally {
            lock.unlock();
        }
        for (Admitted one : next) {
            // Its audience may be slow, and this thread is another's.
            Thread.ofVirtual().name(one.id()).start(() -> begin(one));
        }
        tellFollowing();
    }

    /// Its audience has heard the end.
    void told() {
        lock.lock();
        try {
            untold--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Takes one that is cancelled out of its turn, if it still waits for it.
    void drop(Admitted admitted) {
        boolean waited;
        lock.lock();
        try {
            waited = turns.remove(admitted.user(), admitted);
        } finally {
            lock.unlock();
        }
        if (waited) {
            admitted.dropped();
        }
    }

    /// What a failure is when the server's end has caused it.
    TelegraphException reworded(TelegraphException cause) {
        return ending && cause.kind() == TelegraphException.Kind.CANCELLED ? shutdown() : cause;
    }

    long now() {
        return ticker.nanos();
    }

    private int place(Admitted admitted) {
        lock.lock();
        try {
            return Math.max(1, turns.place(admitted.user(), admitted));
        } finally {
            lock.unlock();
        }
    }

    /// All statements that are known: those that run, those that wait, in order, then those that
    /// ended, the latest first.
    public List<QueryLine> list() {
        List<QueryLine> lines = new ArrayList<>();
        lock.lock();
        try {
            List<Admitted> order = turns.order();
            Set<Admitted> waiting = Set.copyOf(order);
            current.values().stream()
                    .filter(admitted -> !waiting.contains(admitted))
                    .forEach(admitted -> lines.add(admitted.line(0)));
            for (int i = 0; i < order.size(); i++) {
                lines.add(order.get(i).line(i + 1));
            }
            past.all().forEach(admitted -> lines.add(admitted.line(0)));
        } finally {
            lock.unlock();
        }
        return lines;
    }

    /// A statement that runs, waits, or has ended lately.
    public Optional<QueryLine> find(String id) {
        return known(id).map(admitted -> admitted.line(placeOf(admitted)));
    }

    private int placeOf(Admitted admitted) {
        lock.lock();
        try {
            return turns.place(admitted.user(), admitted);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Admitted> known(String id) {
        lock.lock();
        try {
            Admitted there = current.get(id);
            return Optional.ofNullable(there != null ? there : past.find(id));
        } finally {
            lock.unlock();
        }
    }

    /// Ends a statement early, as a failure; false if there is none of that id that is not over.
    public boolean cancel(String id, String why) {
        Optional<Admitted> there = known(id).filter(admitted -> !admitted.state().isOver());
        there.ifPresent(admitted -> admitted.cancel(why));
        return there.isPresent();
    }

    /// Follows a statement, from how it stands now on.
    ///
    /// @param onChange called by any thread when [StatementWatch#poll] has something; must not wait
    public Optional<StatementWatch> watch(String id, Runnable onChange) {
        return known(id).map(admitted -> admitted.told().watch(onChange));
    }

    /// Has `onChange` called by any thread when a statement is asked for, begins or ends, until the
    /// result is closed; it must not wait.
    public Following follow(Runnable onChange) {
        following.add(onChange);
        return () -> following.remove(onChange);
    }

    /// Until it is closed, somebody is told of changes.
    @FunctionalInterface
    public interface Following extends AutoCloseable {
        @Override
        void close();
    }

    private void tellFollowing() {
        following.forEach(Runnable::run);
    }

    /// How many run.
    public int running() {
        lock.lock();
        try {
            return current.size() - turns.size();
        } finally {
            lock.unlock();
        }
    }

    /// How many wait for a turn.
    public int queued() {
        lock.lock();
        try {
            return turns.size();
        } finally {
            lock.unlock();
        }
    }

    /// From now on takes statements of open transactions only, and waits until none runs or waits
    /// and everybody has heard how theirs ended.
    ///
    /// @return false if some still did after the time
    public boolean drain(Duration longest) throws InterruptedException {
        leaving = true;
        return awaitNone(longest);
    }

    private boolean awaitNone(Duration longest) throws InterruptedException {
        long left = longest.toNanos();
        lock.lockInterruptibly();
        try {
            while (untold > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return untold == 0;
        } finally {
            lock.unlock();
        }
    }

    /// Cancels what runs and what waits, takes nothing new, and waits until all have ended. Those
    /// that do not hear are left running after [#CANCELLING], and the journal names them.
    @Override
    public void close() {
        leaving = true;
        ending = true;
        List<Admitted> left;
        lock.lock();
        try {
            left = List.copyOf(current.values());
        } finally {
            lock.unlock();
        }
        left.forEach(admitted -> admitted.cancel("the server is shutting down"));
        try {
            if (!awaitNone(CANCELLING)) {
                tellLeft();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellLeft() {
        List<QueryLine> left;
        lock.lock();
        try {
            left = current.values().stream().map(admitted -> admitted.line(0)).toList();
        } finally {
            lock.unlock();
        }
        left.forEach(witness::left);
    }
}
