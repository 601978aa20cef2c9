package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import telegraph.server.admission.Admission;
import telegraph.server.door.DoorContext;
import telegraph.server.net.Outflow;
import telegraph.server.postgres.dialect.ClientSetting;
import telegraph.server.postgres.dialect.ClientSettings;
import telegraph.server.postgres.message.PgInbox;
import telegraph.server.postgres.message.PgReport;
import telegraph.server.postgres.message.Replies;
import telegraph.sql.BoundStatement;
import telegraph.sql.BriefAnswer;
import telegraph.sql.Event;
import telegraph.sql.Prepared;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.SessionClient;
import telegraph.sql.TransactionState;

/// What the parts of a conversation share: its session, its settings, what comes in and what goes
/// out.
///
/// There is no session until something needs one.
///
/// Threads: one at a time, but for [#cancelling].
final class PgTalk {
    /// A piece of a result goes out when it is about so long.
    private static final int PIECE_BYTES = 32 << 10;

    private final DoorContext door;
    private final Outflow outflow;
    private final PgInbox inbox;
    private final Replies replies;
    private final Peer peer;
    private final CancelTarget cancelling = new CancelTarget();
    private final ClientSettings settings;
    private Session session;
    private String query = "";
    private String text = "";

    /// Who is at the other end.
    record Peer(String user, String database, String address) {}

    /// The way in and out.
    record Wire(PgInbox inbox, Outflow outflow, Replies replies) {}

    PgTalk(DoorContext door, Wire wire, Peer peer, ClientSettings settings) {
        this.door = door;
        this.inbox = wire.inbox();
        this.outflow = wire.outflow();
        this.replies = wire.replies();
        this.peer = peer;
        this.settings = settings;
    }

    Session session() {
        if (session == null) {
            session = door.telegraph().session();
            session.introduce(
                    new SessionClient(
                            peer.user(),
                            peer.database(),
                            name -> ClientSetting.find(name).map(settings::value),
                            this::set));
        }
        return session;
    }

    /// Changes a setting for a function that is asked to. Whoever runs this conversation waits
    /// meanwhile for what the function's query is going to look like.
    private Optional<SessionClient.Changed> set(String name, String value, boolean local) {
        Optional<ClientSetting> found = ClientSetting.find(name).filter(ClientSetting::isFree);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ClientSetting setting = found.get();
        settings.change(setting, Optional.of(setting.checked(value)), local, replies);
        String now = settings.value(setting);
        return Optional.of(
                new SessionClient.Changed(
                        now, setting.governed().map(own -> Map.entry(own, setting.told(now)))));
    }

    TransactionState state() {
        return session == null ? TransactionState.IDLE : session.transactionState();
    }

    PgInbox inbox() {
        return inbox;
    }

    Replies replies() {
        return replies;
    }

    ClientSettings settings() {
        return settings;
    }

    CancelTarget cancelling() {
        return cancelling;
    }

    /// Does what may take long on this thread and is not all of a statement, and hears cancel, the
    /// client's end, and that its time is up.
    void heard(Runnable work) {
        heard(
                () -> {
                    work.run();
                    return false;
                },
                _ -> false);
    }

    /// As [#heard(Runnable)], for what may be all of a statement.
    ///
    /// @param isOver whether it was
    private <T> T heard(Supplier<T> work, Predicate<T> isOver) {
        Duration limit = door.queries().timeLimit(session());
        Optional<Thread> watch = watch(cancelling.enters(), limit);
        boolean over = true;
        T done;
        try {
            done = work.get();
            over = isOver.test(done);
        } catch (TelegraphException e) {
            String expired = cancelling.expired();
            boolean inTime = e.kind() != TelegraphException.Kind.CANCELLED || expired.isEmpty();
            throw inTime ? e : TelegraphException.cancelled(expired);
        } finally {
            watch.ifPresent(Thread::interrupt);
            cancelling.leaves(over);
        }
        if (!over) {
            cancelling.demandWanted();
        }
        return done;
    }

    private Optional<Thread> watch(int deed, Duration limit) {
        if (!limit.isPositive()) {
            return Optional.empty();
        }
        return Optional.of(
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                door.ticker().sleep(limit);
                                cancelling.expire(
                                        deed,
                                        "time limit reached: a statement is described, or answered, within "
                                                + limit.toMillis()
                                                + " ms");
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt(); // it was in time
                            }
                        }));
    }

    /// Answers a query about a few rows at hand on this thread; empty, with nothing done, if it is
    /// none.
    Optional<BriefAnswer> answer(NamedStatement statement) {
        long start = door.ticker().nanos();
        Optional<BriefAnswer> answer;
        try {
            answer = heard(() -> statement.prepared().answer(), Optional::isPresent);
        } catch (TelegraphException e) {
            passedBy(statement, start, new Event.Failed(e));
            throw e;
        }
        answer.ifPresent(brief -> passedBy(statement, start, brief.end()));
        return answer;
    }

    private void passedBy(NamedStatement statement, long start, Event how) {
        door.queries().passedBy(asked(statement.text()), door.ticker().nanos() - start, how);
    }

    private Admission asked(String statement) {
        String application = settings.value(ClientSetting.APPLICATION_NAME);
        return new Admission(
                statement,
                false,
                new Admission.Client(peer.user(), "postgres", peer.address(), application));
    }

    /// Starts a statement, which waits for its turn among those of all clients.
    ///
    /// @param shown what lists and the journal say of it, without values of parameters
    PgAnswer start(Wanted wanted, String shown) {
        Admission asked = asked(shown);
        Session asking = session();
        PgAnswer answer =
                PgAnswer.start(
                        cancelling,
                        events ->
                                door.queries()
                                        .start(
                                                asking,
                                                asked,
                                                (id, listener) ->
                                                        copying(asking, id, wanted, listener),
                                                events::accept));
        query = answer.id();
        return answer;
    }

    /// Starts a statement that may copy.
    private Query copying(Session asking, String id, Wanted wanted, Consumer<Event> listener) {
        CopyInput input = new CopyInput(inbox);
        return wanted.start(
                asking,
                id,
                event -> {
                    if (event instanceof Event.Copy.In copy) {
                        input.expect(copy);
                    }
                    listener.accept(event);
                },
                input);
    }

    /// What starts a statement: its text, or what was prepared, with its values.
    @FunctionalInterface
    interface Wanted {
        Query start(Session asking, String id, Consumer<Event> listener, InputStream input);

        static Wanted text(String text) {
            return (asking, id, listener, input) -> asking.start(id, text, listener, input);
        }

        static Wanted prepared(Prepared prepared) {
            Optional<BoundStatement> bound = prepared.bound();
            return bound.isEmpty()
                    ? text(prepared.statement())
                    : (asking, id, listener, input) ->
                            asking.start(id, bound.get(), listener, input);
        }
    }

    /// Carries out a statement of this door's own, which gives no rows.
    void carryOut(String text) throws InterruptedException {
        PgAnswer answer = PgAnswer.start(cancelling, events -> session().start(text, events));
        try {
            answer.awaitShape();
        } finally {
            answer.close();
        }
    }

    /// The transaction has ended, and with it what was set for it alone; all that was set in it, if
    /// it was rolled back.
    void transactionEnded(boolean committed) throws InterruptedException {
        govern(settings.transactionEnded(committed, replies));
    }

    /// Lets Telegraph know the values of these.
    void govern(Set<ClientSetting> changed) throws InterruptedException {
        for (ClientSetting setting : changed) {
            govern(setting);
        }
    }

    /// Takes all settings back to what they were at the start.
    void resetAll() throws InterruptedException {
        carryOut("RESET ALL");
        settings.resetAll(replies);
        for (ClientSetting setting : ClientSetting.values()) {
            govern(setting);
        }
    }

    /// Lets Telegraph know the value of a setting that it has too.
    void govern(ClientSetting setting) throws InterruptedException {
        Optional<String> governing = setting.governing(settings.value(setting));
        if (governing.isPresent()) {
            carryOut(governing.get());
        }
    }

    /// The id of the last query that was started since [#forgetQuery], or "".
    String query() {
        return query;
    }

    void forgetQuery() {
        query = "";
        text = "";
    }

    /// What follows is about a statement, in which places are those of its text.
    void about(String statement) {
        text = statement;
    }

    /// What messages with a place are about, or "".
    String text() {
        return text;
    }

    void warn(String code, String text) {
        tell(true, PgReport.warning(code, text));
    }

    /// Tells the client something, if it wants to hear of such.
    void tell(Event.Notice notice) {
        tell(
                notice.isWarning(),
                notice.isWarning()
                        ? PgReport.warning(notice.code(), notice.text())
                        : PgReport.notice(notice.text()));
    }

    private void tell(boolean warning, PgReport report) {
        if (settings.tells(warning)) {
            replies.notice(report);
        }
    }

    /// Sends what waits, as soon as the client has read what came before.
    ///
    /// @throws Gone if the client is
    void send() throws InterruptedException {
        ByteBuf piece = replies.take();
        if (piece != null && !outflow.write(piece)) {
            throw new Gone();
        }
    }

    /// As [#send], if it is much.
    void sendMuch() throws InterruptedException {
        if (replies.size() >= PIECE_BYTES) {
            send();
        }
    }

    /// Whether so much waits that no more should be added to it without waiting.
    boolean hasMuch() {
        return replies.size() >= PIECE_BYTES;
    }

    boolean hasSession() {
        return session != null;
    }

    /// Ends the session, and waits for what runs in it.
    void close() {
        replies.clear();
        if (session != null) {
            session.close();
        }
    }
}
