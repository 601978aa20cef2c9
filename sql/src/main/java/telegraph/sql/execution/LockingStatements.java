package telegraph.sql.execution;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.RowLock;
import telegraph.language.ast.RowLock.Waiting;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.sql.Event;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.Entry;
import telegraph.tables.change.LockRun;
import telegraph.tables.change.LockedFrom;
import telegraph.tables.change.RowSpool;
import telegraph.tables.change.SpooledSource;
import telegraph.tables.change.Target;
import telegraph.tables.row.StoredTable;

/// Carries out queries whose rows are locked.
///
/// Threads: the statement's own.
final class LockingStatements {
    private final StatementRun run;
    private final StatementQuestions questions;

    LockingStatements(StatementRun run, StatementQuestions questions) {
        this.run = run;
        this.questions = questions;
    }

    /// Does one that is a statement.
    static Event.End out(StatementRun run, Statement.SelectForUpdate rows) {
        try (StatementQuestions questions = new StatementQuestions(run)) {
            return new LockingStatements(run, questions).last(rows);
        }
    }

    /// Does one, and gives its rows as the statement's.
    Event.End last(Statement.SelectForUpdate rows) {
        LockRun locking = locking(rows);
        try (RowSpool spool = locking.spool()) {
            locking.run(spool);
            spool.end();
            long count = questions.show(locking.ordered(rows.query(), spool));
            return questions.ended("SELECT " + count, count);
        }
    }

    /// Does one whose rows others may name.
    ///
    /// @param kept takes what is to be closed
    SpooledSource source(Statement.SelectForUpdate rows, List<RowSpool> kept) {
        try {
            LockRun locking = locking(rows);
            RowSpool spool = locking.spool();
            kept.add(spool);
            locking.run(spool);
            spool.end();
            return locking.named(rows.name().name(), spool);
        } catch (TelegraphException e) {
            throw ofAround(rows, e);
        }
    }

    /// What is unknown in a query may be known around it, where it is not looked for.
    static TelegraphException ofAround(Statement.SelectForUpdate rows, TelegraphException failure) {
        boolean unknown =
                failure.state() == SqlState.UNDEFINED_COLUMN
                        || failure.state() == SqlState.UNDEFINED_TABLE;
        return rows.inner() && unknown
                ? TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a subquery whose rows are locked names no columns of the query around it: "
                                + failure.getMessage(),
                        failure)
                : failure;
    }

    private LockRun locking(Statement.SelectForUpdate rows) {
        RowLock first = rows.locks().getFirst();
        LockedFrom from = new LockedFrom(rows, table -> isOurs(table, rows.query()));
        run.work().writing("SELECT FOR " + first.strength().words());
        demandPassing(rows);
        List<LockRun.Table> tables = new ArrayList<>();
        for (LockedFrom.Item item : from.tables()) {
            tables.add(new LockRun.Table(target(item), item));
        }
        Query query = rows.query().query();
        boolean repeats = run.work().isolation().compareTo(Isolation.REPEATABLE_READ) >= 0;
        LockRun.Wanted wanted =
                new LockRun.Wanted(
                        count(query.limit(), rows, SqlState.NEGATIVE_LIMIT, "LIMIT"),
                        count(query.offset(), rows, SqlState.NEGATIVE_OFFSET, "OFFSET").orElse(0),
                        !repeats && from.isOnlyTables());
        return new LockRun(questions, rows.query(), tables, wanted);
    }

    private void demandPassing(Statement.SelectForUpdate rows) {
        if (run.work().isolation() == Isolation.SERIALIZABLE
                && rows.locks().stream().anyMatch(l -> l.waiting() == Waiting.SKIP_LOCKED)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a serializable transaction passes over no rows of others: SKIP LOCKED is for"
                            + " lower isolation levels");
        }
    }

    /// Whether a name in FROM is that of a table of the catalog, or of nothing known.
    private boolean isOurs(Query.Table table, Statement.Select query) {
        List<String> parts = table.parts();
        String first = parts.getFirst();
        boolean literal = query.tables().stream().anyMatch(one -> one.identifier().equals(first));
        if (literal || parts.size() > 2 || first.startsWith("#")) {
            return false;
        }
        TableName name = name(parts);
        Optional<Entry> entry = run.view().snapshot().find(name);
        boolean named =
                questions.turns().names(first)
                        || name.schema().toLowerCase(Locale.ROOT).startsWith("pg_")
                        || name.schema().equalsIgnoreCase("information_schema")
                        || name.isBare() && first.toLowerCase(Locale.ROOT).startsWith("pg_");
        return entry.isPresent() ? entry.get() instanceof Entry.TableEntry : !named;
    }

    private static TableName name(List<String> parts) {
        return parts.size() == 1
                ? TableName.of(parts.getFirst())
                : new TableName(parts.getFirst(), parts.getLast());
    }

    private Target target(LockedFrom.Item item) {
        Transaction transaction = run.work().transaction();
        StoredTable table =
                run.work()
                        .tables()
                        .locked(
                                name(Identifier.names(item.table().name())),
                                item.lock().isPresent() ? TableMode.IX : TableMode.IS,
                                transaction);
        TableSource source =
                new TableSource(
                                table,
                                run.store(),
                                transaction,
                                item.lock().map(this::finding).orElse(ReadMode.PLAIN))
                        .numbered();
        return new Target(
                table, run.catalog().changes(run.asked()), new Target.Context(run.asked(), source));
    }

    /// How rows are read that may be locked. A level that keeps what was read as it is locks it at
    /// once, so that two who look for the same do not wait for each other's end.
    private ReadMode finding(RowLock lock) {
        boolean keeps = run.work().isolation().compareTo(Isolation.REPEATABLE_READ) >= 0;
        if (!keeps) {
            return switch (lock.waiting()) {
                case WAIT -> ReadMode.PLAIN;
                case NOWAIT -> ReadMode.AT_ONCE;
                case SKIP_LOCKED -> ReadMode.PASSING;
            };
        }
        boolean shared = lock.strength().isShared();
        return switch (lock.waiting()) {
            case WAIT -> shared ? ReadMode.FOR_SHARE : ReadMode.FOR_UPDATE;
            case NOWAIT -> shared ? ReadMode.FOR_SHARE_AT_ONCE : ReadMode.FOR_UPDATE_AT_ONCE;
            case SKIP_LOCKED -> shared ? ReadMode.FOR_SHARE_PASSING : ReadMode.FOR_UPDATE_PASSING;
        };
    }

    /// The number that LIMIT or OFFSET has.
    private OptionalLong count(
            Optional<Term> term, Statement.SelectForUpdate rows, SqlState negative, String word) {
        if (term.isEmpty()) {
            return OptionalLong.empty();
        }
        Object value =
                term.get() instanceof Term.Literal literal && literal.value() instanceof Long number
                        ? number
                        : value(term.get(), rows.query());
        if (value == null) {
            return OptionalLong.empty();
        }
        long count =
                new BigDecimal(value.toString()).setScale(0, RoundingMode.HALF_UP).longValueExact();
        if (count < 0) {
            throw TelegraphException.of(negative, word + " must not be negative");
        }
        return OptionalLong.of(count);
    }

    private Object value(Term term, Statement.Select query) {
        Query one =
                Query.of(
                        new Query.Select(
                                Query.Distinct.NONE,
                                List.of(new Query.Item(term, Optional.empty(), term.at())),
                                List.of(),
                                Optional.empty(),
                                Query.Grouping.NONE,
                                List.of(),
                                Optional.empty(),
                                term.at()),
                        term.at());
        List<Object> values = new ArrayList<>();
        questions.ask(query.with(one), Map.of()).run(all -> all.forEach(row -> values.add(row[0])));
        return values.getFirst();
    }
}
