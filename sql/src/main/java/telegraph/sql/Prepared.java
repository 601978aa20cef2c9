package telegraph.sql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parameters;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.Given;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.Statement;
import telegraph.language.query.Binding;
import telegraph.language.shape.PointShape;
import telegraph.query.translate.ParameterTypes;
import telegraph.sql.execution.Describer;
import telegraph.sql.live.TimeLimit;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.point.BoundChange;
import telegraph.tables.point.BoundFind;
import telegraph.tables.point.BoundPoint;
import telegraph.tables.point.PointTypes;
import telegraph.tables.point.PointValues;

/// A statement with places for values, `?` or `$1`, that is carried out often with others.
///
/// ```
///                    about one row, by its primary key?
/// text ──▶ prepared ──────────────┬──────────────────────▶ carryOut: on this thread, on the store
///                                 ├─ a query of a few rows ───▶ answer: on this thread
///                                 └─ no, or not with these values ──▶ statement: Session.start
/// ```
///
/// What it is bound to is compared with the catalog each time, so definitions may change in
/// between.
///
/// Places count from 1. Values keep until they are set again or cleared.
///
/// Threads: one at a time.
public final class Prepared {
    /// Longer statements may go too deep for the stack of whoever asks.
    private static final int BRIEF_CHARS_MAX = 1_000;

    /// A statement that was not brief so often, the first time for want of a plan, is not likely to
    /// be so the next times.
    private static final int MISSES_MAX = 3;

    private static final int UNLIKELY_RUNS = 20;

    private final Session session;
    private final Parameters parameters;
    private final List<String> types;
    private final PointValues values;
    private final PointStatement point;
    private final Optional<Statement> read;
    private Described described;
    private Snapshot definitions;
    private BoundPoint bound;

    /// What it changed rows by last, if that went well, in which work; else null.
    private TableChanges changes;

    private TransactionWork changing;

    /// How often in succession it was not brief, and how often that is not to be tried now.
    private int misses;

    private int unlikely;

    private ReadMode reading = ReadMode.PLAIN;

    /// Whether the row would have had to be waited for.
    private boolean busy;

    private PointRow row;
    private boolean hasRow;
    private int changed;

    /// What was found out about it, and by which definitions.
    ///
    /// @param plain for each parameter whether its value needs no cast to its type
    private record Described(Description description, boolean[] plain, Snapshot definitions) {}

    /// @param types of the first parameters, "" for one that is not known
    Prepared(Session session, String statement, List<String> types) {
        this(session, statement, types, read(session, statement));
    }

    /// @param read the statement; empty if it cannot be read, which is said when it is described or
    ///   carried out
    Prepared(Session session, String statement, List<String> types, Optional<Statement> read) {
        this.session = session;
        this.types = List.copyOf(types);
        this.parameters = Parameters.of(statement);
        this.values = new PointValues(parameters.count());
        this.read = read;
        this.point = read.flatMap(PointShape::of).orElse(null);
    }

    private static Optional<Statement> read(Session session, String text) {
        try {
            List<Parsed> statements = Statements.parse(text);
            return statements.size() == 1
                    ? Optional.of(session.within(statements.getFirst()).statement())
                    : Optional.empty();
        } catch (TelegraphException e) {
            return Optional.empty();
        }
    }

    /// How many values it needs.
    public int parameters() {
        return values.count();
    }

    /// What it asks for and gives, found without carrying it out; remembered while definitions stay
    /// as they are. Looks at files and sources that it names, so it may wait.
    ///
    /// @throws TelegraphException if the statement makes no sense, or the transaction has failed
    public Description describe() {
        return described().description();
    }

    /// Whether [#describe] was asked and would say the same now, without waiting.
    public boolean isDescribed() {
        return described != null && described.definitions() == session.definitions();
    }

    private Described described() {
        return session.look(run -> {
            Snapshot now = run.view().snapshot();
            if (described == null || described.definitions() != now) {
                described = describedPoint(run.work(), now);
            }
            if (described == null) {
                ParameterTypes found =
                        new ParameterTypes(parameters.places(), parameters.count(), types);
                Description description = Describer.of(run, parameters, found);
                described = new Described(description, found.plain(), now);
            }
            return described;
        });
    }

    /// As it is described if it is about one row, which needs no validation; null if it is not, or
    /// does not tell all types.
    private Described describedPoint(TransactionWork work, Snapshot now) {
        if (point != null && now != definitions) {
            bind(now, work);
        }
        if (point == null || bound == null) {
            return null;
        }
        List<String> all = PointTypes.of(point, bound.table().definition(), parameters.count());
        for (int i = 0; i < Math.min(types.size(), all.size()); i++) {
            if (!types.get(i).isEmpty()) {
                all.set(i, types.get(i));
            }
        }
        if (all.contains("")) {
            return null;
        }
        boolean[] plain = new boolean[all.size()];
        Arrays.fill(plain, true);
        Optional<List<ResultColumn>> columns = Optional.ofNullable(row).map(PointRow::columns);
        return new Described(new Description(all, columns), plain, now);
    }

    /// Gives a value, or NULL if it is null.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, Object value) {
        values.set(place, value);
    }

    /// Gives a whole number.
    ///
    /// @throws TelegraphException if there is no such place
    public void set(int place, long value) {
        values.set(place, value);
    }

    /// A copy of the values, which [#set] takes back one by one.
    ///
    /// @throws TelegraphException if one is missing
    public Object[] values() {
        values.demandAll();
        return values.toArray();
    }

    /// Forgets all values.
    public void clear() {
        values.clear();
    }

    /// The statement as it was written, with the values in the places of its parameters, as a text.
    /// Once it was described, each value has the type that was told of its parameter, so a text is
    /// read as one of that type.
    ///
    /// @throws TelegraphException if a value is missing, or has no type
    public String statement() {
        return parameters.fill(
                given().stream()
                        .map(given -> Parameters.literal(given.value(), given.type()))
                        .toList());
    }

    /// The statement with its values, to be carried out; empty if it cannot be read.
    ///
    /// @throws TelegraphException if a value is missing
    public Optional<BoundStatement> bound() {
        return read.map(statement -> new BoundStatement(Binding.of(statement, given())));
    }

    private List<Given> given() {
        values.demandAll();
        Object[] all = values.toArray();
        List<Given> given = new ArrayList<>(all.length);
        for (int i = 0; i < all.length; i++) {
            given.add(
                    described == null
                            ? new Given(all[i], "")
                            : given(
                                    all[i],
                                    described.description().parameters().get(i),
                                    described.plain()[i]));
        }
        return given;
    }

    private static Given given(Object value, String type, boolean plain) {
        return new Given(value, plain && value != null ? "" : type);
    }

    /// The statement with NULL in every place, which has the same columns.
    public String shape() {
        return parameters.fill(Collections.nCopies(values.count(), "NULL"));
    }

    /// Carries it out on this thread, if it is about one row and these values need no planner;
    /// false, with nothing done, if they do. [#isQuery] then says what to ask for.
    ///
    /// @param inBlock whether to begin a transaction first, if none is open
    /// @throws TelegraphException if it fails, and with it the transaction that is open
    public boolean carryOut(boolean inBlock) {
        reading = ReadMode.PLAIN;
        return point != null && carriedOut(inBlock);
    }

    /// As [#carryOut], for a thread that must not wait: a question about one row that is answered
    /// at once; false, with nothing done, also if somebody is changing the row now, if the
    /// transaction reads at a higher level than READ COMMITTED, or if it is no question.
    public boolean carryOutAtOnce() {
        reading = ReadMode.AT_ONCE;
        return point instanceof PointStatement.Find
                && session.transactionState() == TransactionState.IDLE
                && carriedOut(false);
    }

    /// As [#carryOut] in an open transaction, and nobody else changes the row that it asks for, or
    /// inserts it, until that transaction ends.
    ///
    /// @param wait whether to wait for somebody who is changing it, or else to return false
    public boolean carryOutForUpdate(boolean wait) {
        reading = wait ? ReadMode.FOR_UPDATE : ReadMode.FOR_UPDATE_AT_ONCE;
        return point instanceof PointStatement.Find && carriedOut(false);
    }

    private boolean carriedOut(boolean inBlock) {
        values.demandAll();
        Transactions transactions = session.transactions();
        TransactionWork work = transactions.enterNow(inBlock);
        boolean well = false;
        busy = false;
        try {
            transactions.demandUsable();
            boolean refused =
                    reading == ReadMode.AT_ONCE
                            && work.isolation().compareTo(Isolation.READ_COMMITTED) > 0;
            boolean done = !refused && carryOutInTime(work) && !busy;
            well = true;
            return done;
        } finally {
            transactions.leave(work, well);
        }
    }

    /// As [#carryOut], where no lock is waited for longer than the statement may take.
    private boolean carryOutInTime(TransactionWork work) {
        Duration limit = session.timeLimit();
        if (!limit.isPositive() || !work.waitsLonger(limit.toMillis())) {
            return carryOut(work);
        }
        work.waitAtMost(limit.toMillis());
        try {
            return carryOut(work);
        } catch (TelegraphException e) {
            throw e.state() == SqlState.LOCK_NOT_AVAILABLE
                    ? TelegraphException.cancelled(TimeLimit.reached(limit))
                    : e;
        }
    }

    /// Answers it on this thread, if it is a query about a few rows at hand for which a plan was
    /// made before; empty, with nothing done, if it is not.
    ///
    /// @throws TelegraphException if it fails, and with it the transaction that is open
    public Optional<BriefAnswer> answer() {
        if (unlikely > 0) {
            unlikely--;
            return Optional.empty();
        }
        Optional<BriefAnswer> answer =
                parameters.statement().length() > BRIEF_CHARS_MAX
                        ? Optional.empty()
                        : bound().flatMap(session::answer);
        misses = answer.isPresent() ? 0 : misses + 1;
        unlikely = misses < MISSES_MAX ? 0 : UNLIKELY_RUNS;
        return answer;
    }

    /// Carries it out within a transaction that was entered, if it changes one row by its key and
    /// has no places for values; its tag, or empty, with nothing done, if it needs a planner.
    Optional<String> changedIn(TransactionWork work) {
        reading = ReadMode.PLAIN;
        boolean known = point != null && !(point instanceof PointStatement.Find);
        if (!known || values.count() > 0 || !carryOut(work)) {
            return Optional.empty();
        }
        return Optional.of(
                (point instanceof PointStatement.Insert ? "INSERT 0 " : verb()) + changed);
    }

    private String verb() {
        return point instanceof PointStatement.Update ? "UPDATE " : "DELETE ";
    }

    private boolean carryOut(TransactionWork work) {
        values.again(() -> session.asked(work));
        while (true) {
            Snapshot now = work.view().snapshot();
            if (now != definitions) {
                bind(now, work);
            }
            if (bound == null || !bound.takes(values)) {
                return false;
            }
            boolean done =
                    switch (bound) {
                        case BoundFind find -> found(find, work);
                        case BoundChange change -> changed(change, work);
                    };
            if (done) {
                return true;
            }
        }
    }

    private void bind(Snapshot now, TransactionWork work) {
        definitions = now;
        changes = null;
        bound =
                now.table(point.table())
                        .filter(table -> table.materialized().isEmpty())
                        .flatMap(table -> BoundPoint.of(point, work.tables().table(table.name())))
                        .orElse(null);
        row = bound instanceof BoundFind find ? new PointRow(find) : null;
    }

    /// Looks for the row; false if the definition it was looked for by is out of date.
    private boolean found(BoundFind find, TransactionWork work) {
        Transaction transaction = work.transaction();
        try {
            if (reading == ReadMode.FOR_UPDATE || reading == ReadMode.FOR_UPDATE_AT_ONCE) {
                transaction.lock(find.table().container(), TableMode.IX);
            } else if (work.isolation().compareTo(Isolation.REPEATABLE_READ) >= 0) {
                transaction.lock(find.table().container(), TableMode.IS);
            }
            hasRow = find.find(transaction, values, reading);
        } catch (TelegraphException e) {
            if (e.state() == SqlState.LOCK_NOT_AVAILABLE && mustNotWait()) {
                busy = true;
                return true;
            }
            if (work.view().snapshot() != definitions) {
                return false; // the table was dropped or rebuilt, and is looked at anew
            }
            throw e;
        }
        return work.view().snapshot() == definitions;
    }

    private boolean mustNotWait() {
        return reading == ReadMode.AT_ONCE || reading == ReadMode.FOR_UPDATE_AT_ONCE;
    }

    /// Changes the row; false if the definition is out of date.
    private boolean changed(BoundChange change, TransactionWork work) {
        Transaction transaction = work.writing(change.title(), change.table().definition().name());
        try {
            transaction.lock(change.table().container(), TableMode.IX);
        } catch (TelegraphException e) {
            if (work.view().snapshot() != definitions) {
                return false; // the table was dropped or rebuilt, and is looked at anew
            }
            throw e;
        }
        if (work.view().snapshot() != definitions) {
            return false;
        }
        TableChanges own = changes(transaction, work);
        changes = null; // what fails is not used again
        changed = change.change(own, values);
        changes = own;
        return true;
    }

    private TableChanges changes(Transaction transaction, TransactionWork work) {
        if (changes == null || changing != work) {
            changing = work;
            return session.changes(work, values.asked());
        }
        changes.begin(transaction, values.asked());
        return changes;
    }

    /// Whether what was carried out asked for a row, and did not change one.
    public boolean isQuery() {
        return row != null;
    }

    /// Whether the row asked for is there.
    public boolean hasRow() {
        return hasRow;
    }

    /// The row that is there.
    public PointRow row() {
        return row;
    }

    /// How many rows were changed.
    public int changed() {
        return changed;
    }
}
