package telegraph.sql;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import telegraph.engine.meter.RequestBudget;
import telegraph.ground.ArrivalOrder;
import telegraph.ground.TelegraphException;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.TransactionControl;
import telegraph.language.shape.PointShape;
import telegraph.query.operator.Functions;
import telegraph.sql.execution.BriefStatement;
import telegraph.sql.execution.Dispatch;
import telegraph.sql.execution.StatementRun;
import telegraph.sql.execution.TrialStatements;
import telegraph.sql.listing.Keywords;
import telegraph.sql.listing.SystemTables;
import telegraph.sql.live.RunningQuery;
import telegraph.sql.live.StatementChannel;
import telegraph.sql.live.TimeLimit;
import telegraph.sql.sandbox.OpenSandbox;
import telegraph.sql.session.SessionState;
import telegraph.sql.transaction.TransactionModes;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.SearchPath;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.Temporaries;
import telegraph.tables.row.StatementMoment;

/// One user's conversation with a sandbox: its own settings, and the statements it has running.
///
/// Threads: any. Closing it cancels what runs and waits for it.
public final class Session implements AutoCloseable {
    /// Longer statements are not looked at for being about one row.
    private static final int POINT_CHARS_MAX = 100_000;

    private final Telegraph telegraph;
    private final OpenSandbox sandbox;
    private final Settings settings;
    private final Temporaries temporaries;
    private final Transactions transactions;
    private final SessionState state;
    private volatile KnownModes modes;
    private final ArrivalOrder<RunningQuery> running = new ArrivalOrder<>();

    /// What follows from settings, as long as none changes.
    private record KnownModes(
            int changes,
            String user,
            TransactionControl.Modes modes,
            long patienceMillis,
            Duration timeLimit,
            SearchPath search) {}

    Session(Telegraph telegraph, Settings settings) {
        this.telegraph = telegraph;
        this.sandbox = telegraph.sandbox();
        this.settings = settings;
        this.temporaries = sandbox.store().temporaries(() -> known().search());
        this.transactions =
                new Transactions(
                        () -> sandbox.store().work(temporaries),
                        () -> known().modes(),
                        () -> known().patienceMillis(),
                        sandbox.world().clock());
        this.state =
                new SessionState(
                        sandbox,
                        settings,
                        transactions,
                        SessionClient.local(sandbox.world().user()));
    }

    /// The statements of a script without their semicolons, each moved to where it stands in the
    /// script by white space before it, so that messages about it name that place.
    ///
    /// @throws TelegraphException of kind INPUT if a quote or comment is open at the end
    public static List<String> split(String script) {
        return Statements.splitInPlace(script);
    }

    /// Whether a text ends where a statement could, so that a shell need not ask for more.
    public static boolean isComplete(String text) {
        return Statements.isComplete(text);
    }

    /// Whether a statement begins with WITH and changes rows all the same.
    public static boolean isChangeWithWith(String statement) {
        return Statements.isChangeWithWith(statement);
    }

    /// Starts a statement and returns at once. Its events come from other threads, one at a time,
    /// in order; the last is one `End` or `Failed`.
    public Query start(String statement, Consumer<Event> listener) {
        return start(statement, listener, false);
    }

    /// As [#start(String,Consumer)]; if `live`, snapshots of the answer come while it is not
    /// complete.
    public Query start(String statement, Consumer<Event> listener, boolean live) {
        return start(telegraph.nextQueryId(), statement, listener, live);
    }

    /// As [#start(String,Consumer,boolean)], under an id that [Telegraph#nextQueryId] gave.
    public Query start(String id, String statement, Consumer<Event> listener, boolean live) {
        return start(
                id,
                new StatementChannel(listener, live, Optional.empty()),
                it -> carryOut(it, statement));
    }

    /// As [#start(String,Consumer)] for a door that copies, under an id that
    /// [Telegraph#nextQueryId] gave: COPY FROM STDIN reads `input` to its end, and COPY TO STDOUT
    /// gives its lines as bytes, in PostgreSQL's formats. Both tell of it by [Event.Copy] first.
    /// Other statements are as ever.
    ///
    /// @param input read on the statement's own thread; an exception of it fails the statement
    public Query start(String id, String statement, Consumer<Event> listener, InputStream input) {
        return start(
                id,
                new StatementChannel(listener, false, Optional.of(input)),
                it -> carryOut(it, statement));
    }

    /// As [#start(String,String,Consumer,InputStream)] of a prepared statement with its values.
    public Query start(
            String id, BoundStatement bound, Consumer<Event> listener, InputStream input) {
        return start(
                id,
                new StatementChannel(listener, false, Optional.of(input)),
                it -> carryOut(it, bound::statement, (_, _) -> Optional.empty()));
    }

    /// Tries a source that is not kept, under an id that [Telegraph#nextQueryId] gave; its rows
    /// come as those of a query.
    public Query tryOut(String id, Trial trial, Consumer<Event> listener) {
        return start(
                id,
                StatementChannel.to(listener),
                it -> carryOut(it, run -> new TrialStatements(run).out(trial)));
    }

    /// What a statement does, on its own thread.
    private interface Deed<T, X extends Exception> extends ScopedValue.CallableOp<T, X> {}

    /// Does it with a budget of requests of its own, from planning to the last row.
    private <T, X extends Exception> T budgeted(Deed<T, X> deed) throws X {
        RequestBudget budget =
                new RequestBudget(
                        settings.integer("requests_max"),
                        settings.text("optimize_for").equals("requests"));
        return ScopedValue.where(RequestBudget.CURRENT, budget).call(deed);
    }

    private Query start(String id, StatementChannel channel, RunningQuery.Work work) {
        RunningQuery query = new RunningQuery(id, channel, it -> budgeted(() -> work.run(it)));
        running.add(query);
        return query.start();
    }

    /// A statement with places for values, `?` or `$1`, to be carried out often.
    ///
    /// @throws TelegraphException of kind INPUT if it has both forms
    public Prepared prepare(String statement) {
        return prepare(statement, List.of());
    }

    /// As [#prepare(String)], with the types of the first parameters as PostgreSQL writes them,
    /// such as `integer` or `character varying`; "" for one that the statement is to tell.
    public Prepared prepare(String statement, List<String> types) {
        return new Prepared(this, statement, types);
    }

    /// A way over some columns of a table in the order of its primary key.
    ///
    /// @param schema its schema, `public` where a statement would name none
    public Walk walk(String schema, String table, List<String> columns) {
        return new Walk(this, new TableName(schema, table), columns);
    }

    /// Looks at a statement without carrying it out.
    <T> T look(Function<StatementRun, T> look) {
        TransactionWork work = transactions.enterNow(false);
        boolean well = false;
        try {
            transactions.demandUsable();
            RunningQuery looking = RunningQuery.unstarted(telegraph.nextQueryId(), _ -> {});
            StatementRun run = new StatementRun(state, work, looking);
            T seen = budgeted(() -> look.apply(run));
            well = true;
            return seen;
        } finally {
            transactions.leave(work, well);
        }
    }

    /// Answers a query on this thread, if it is about a few rows at hand and a plan was made
    /// before; empty, with nothing done, if it is not, or is no query.
    Optional<BriefAnswer> answer(BoundStatement bound) {
        TransactionWork work = transactions.enterNow(false);
        boolean well = false;
        try {
            Optional<BriefAnswer> answer = Optional.empty();
            if (bound.statement() instanceof Statement.Select select) {
                transactions.demandUsable();
                answer = BriefStatement.answer(telegraph.nextQueryId(), state, work, select);
            }
            well = true;
            return answer;
        } finally {
            transactions.leave(work, well);
        }
    }

    /// Says who the session is with, so that queries can ask for it.
    public void introduce(SessionClient who) {
        state.introduce(who);
    }

    /// Forgets the numbers that it was given of sequences.
    public void forgetNumbers() {
        state.current().clear();
    }

    /// Gives back its advisory locks.
    public void releaseLocks() {
        state.locks().releaseAll();
    }

    /// When, where and by whom a statement is carried out in a transaction that it has entered.
    StatementMoment asked(TransactionWork work) {
        return state.catalog(work).asked();
    }

    /// What is committed of the catalog, and of the session's temporary tables.
    Snapshot definitions() {
        return temporaries.over(sandbox.store().catalog().snapshot());
    }

    Transactions transactions() {
        return transactions;
    }

    /// What one statement changes in a transaction.
    TableChanges changes(TransactionWork work, StatementMoment asked) {
        return state.catalog(work).changes(asked);
    }

    private KnownModes known() {
        KnownModes known = modes;
        int changes = settings.changes();
        String user = state.user();
        if (known == null || known.changes() != changes || !known.user().equals(user)) {
            known =
                    new KnownModes(
                            changes,
                            user,
                            TransactionModes.initial(settings),
                            TransactionModes.patienceMillis(settings),
                            settings.duration("time_limit"),
                            SearchPath.of(settings.text("search_path")).by(user));
            modes = known;
        }
        return known;
    }

    private Event.End carryOut(RunningQuery query, String text) throws InterruptedException {
        return carryOut(
                query, () -> only(text), (statement, work) -> changedOne(statement, text, work));
    }

    /// @param shortly carries it out without a plan; its tag, or empty if it needs one
    private Event.End carryOut(
            RunningQuery query,
            Supplier<Statement> read,
            BiFunction<Statement, TransactionWork, Optional<String>> shortly)
            throws InterruptedException {
        try {
            TransactionWork work = transactions.enter();
            boolean well = false;
            boolean asks = false;
            Event.End end;
            try {
                StatementRun run = new StatementRun(state, work, query);
                Statement statement = read.get();
                Optional<String> changed = shortly(run, () -> shortly.apply(statement, work));
                if (changed.isPresent()) {
                    end = run.done(changed.get());
                } else {
                    asks =
                            statement instanceof Statement.Select
                                    || statement instanceof Statement.OfCatalog;
                    end = new Dispatch(run).out(statement);
                }
                well = true;
            } finally {
                transactions.leave(work, well || asks && query.isAbandoned());
            }
            return end;
        } finally {
            running.remove(query);
        }
    }

    /// A change by its key may wait for a lock.
    private static Optional<String> shortly(StatementRun run, Supplier<Optional<String>> change) {
        try (TimeLimit _ = run.timeLimit()) {
            return change.get();
        }
    }

    private Event.End carryOut(RunningQuery query, Function<StatementRun, Event.End> deed)
            throws InterruptedException {
        try {
            TransactionWork work = transactions.enter();
            boolean well = false;
            try {
                Event.End end = deed.apply(new StatementRun(state, work, query));
                well = true;
                return end;
            } finally {
                transactions.leave(work, well);
            }
        } finally {
            running.remove(query);
        }
    }

    /// Carries out a change of one row by its key without a plan; its tag, or empty if it is
    /// another statement.
    private Optional<String> changedOne(Statement statement, String text, TransactionWork work) {
        if (transactions.state() == TransactionState.FAILED || text.length() > POINT_CHARS_MAX) {
            return Optional.empty();
        }
        return PointShape.of(statement)
                .flatMap(_ ->
                        new Prepared(this, text, List.of(), Optional.of(statement))
                                .changedIn(work));
    }

    private Statement only(String text) {
        List<Parsed> statements = Statements.parse(text);
        if (statements.size() != 1) {
            throw TelegraphException.input(
                    "one statement is carried out at a time: statements=" + statements.size());
        }
        return within(statements.getFirst()).statement();
    }

    /// A statement in which no table is in another database.
    Parsed within(Parsed parsed) {
        parsed.demandWithin(state.database());
        return parsed;
    }

    /// Whether a transaction is open.
    public TransactionState transactionState() {
        return transactions.state();
    }

    /// Begins a transaction, which later statements belong to, on the caller's thread.
    ///
    /// @throws TelegraphException if one is open
    public void begin() {
        inTransaction(transactions::begin);
    }

    /// Commits the transaction that is open, if one is, on the caller's thread; false if it had
    /// failed and was rolled back.
    public boolean commit() {
        return transactions.endNow(true);
    }

    /// Rolls back the transaction that is open, if one is, on the caller's thread.
    public void rollback() {
        transactions.endNow(false);
    }

    /// Makes a savepoint in the open transaction, on the caller's thread.
    public void savepoint(String name) {
        inTransaction(work -> work.savepoint(name));
    }

    /// Rolls the open transaction back to a savepoint, on the caller's thread.
    public void rollbackTo(String name) {
        inTransaction(work -> transactions.rollbackTo(work, name));
    }

    /// Forgets a savepoint of the open transaction, on the caller's thread.
    public void release(String name) {
        inTransaction(work -> work.release(name));
    }

    /// Drops the session's temporary tables, on the caller's thread.
    public void discardTemporary() {
        inTransaction(work -> {
            transactions.demandUsable();
            work.dropTemporary();
        });
    }

    private void inTransaction(Consumer<TransactionWork> action) {
        TransactionWork work = transactions.enterNow(false);
        boolean well = false;
        try {
            action.accept(work);
            well = true;
        } finally {
            transactions.leave(work, well);
        }
    }

    /// The tables, views and sources as the transaction sees them, in order of schema and name.
    public List<TableShape> shapes() {
        Snapshot snapshot = seen();
        return snapshot.entries().stream()
                .flatMap(entry -> TableShape.of(entry, snapshot).stream())
                .toList();
    }

    /// The longest that a statement of this session may take, or zero for any time.
    public Duration timeLimit() {
        return known().timeLimit();
    }

    /// The sources that are declared, as the transaction sees them, in order of schema and name.
    public List<SourceShape> sources() {
        return SourceShape.of(seen());
    }

    /// The tables of the system, in order of name.
    public List<TableShape> systemTables() {
        return new SystemTables(sandbox.store(), settings, seen()).shapes();
    }

    /// The names of all schemas as the transaction sees them, in order.
    public List<String> schemas() {
        return seen().schemas();
    }

    /// The number of a type of the catalog by its name as PostgreSQL writes it; empty if it is
    /// always there, or not at all.
    public Optional<Integer> typeOid(String written) {
        return Statements.type(written).isPresent()
                ? Optional.empty()
                : Statements.userType(written)
                        .flatMap(name -> seen().type(name))
                        .filter(Enumeration.class::isInstance)
                        .map(type -> ((Enumeration) type).oid());
    }

    /// The name of a type of the catalog by its number.
    public Optional<String> typeName(int oid) {
        return seen().types().stream()
                .filter(type -> type.oid() == oid)
                .findFirst()
                .map(type -> type.name().quoted());
    }

    private Snapshot seen() {
        TransactionWork work = transactions.enterNow(false);
        try {
            return work.view().snapshot();
        } finally {
            transactions.leave(work, true);
        }
    }

    /// Names of tables, sources and views.
    public List<String> tables() {
        return sandbox.store().catalog().snapshot().names();
    }

    /// Names of the columns of a table, source or view; none if it cannot be opened now.
    public List<String> columns(String table) {
        return telegraph.columns(table);
    }

    /// Words to complete.
    public List<String> keywords() {
        return Keywords.ALL;
    }

    /// Names of functions, table functions among them.
    public List<String> functions() {
        List<String> names = new ArrayList<>(Functions.names());
        names.addAll(Statements.TABLE_FUNCTIONS);
        return names;
    }

    /// Names of settings.
    public List<String> settingNames() {
        return Settings.names();
    }

    /// The value of a setting, as SHOW prints it.
    public String setting(String name) {
        return settings.show(name);
    }

    /// Takes no statement any more and cancels what runs, and does not wait for it.
    void stop(String why) {
        transactions.refuse();
        // What began before that is among these.
        for (RunningQuery query : running) {
            query.cancel(why);
        }
    }

    /// Nothing that was temporary is left.
    private void temporariesEnd() {
        if (temporaries.areNone()) {
            return;
        }
        try (TransactionWork work = sandbox.store().work(temporaries)) {
            work.dropTemporary();
            work.commit();
        }
    }

    @Override
    public void close() {
        stop("the session was closed");
        boolean interrupted = false;
        for (RunningQuery query : running) {
            try {
                query.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            transactions.close();
            temporariesEnd();
        } finally {
            state.locks().releaseAll();
            telegraph.ended(this);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
