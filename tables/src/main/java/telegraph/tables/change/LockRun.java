package telegraph.tables.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.RowLock;
import telegraph.language.ast.RowLock.Waiting;
import telegraph.language.ast.Statement;
import telegraph.memory.Type;
import telegraph.store.ReadMode;

/// Carries out a query whose rows are locked: finds them, and then locks one after another, as many
/// as are wanted.
///
/// ```
/// query ──▶ rows kept ──▶ lock keys ──▶ another's? ─▶ waited for, passed over, or the end
///                            │ ours
///                         a row gone? ─yes─▶ passed over
///                            │no
///                         all as seen? ─yes───────────────────▶ given
///                            │no                                 ▲
///                         query over these rows alone ───row─────┘
///                            └─none─▶ passed over
/// ```
///
/// Only so many rows are found first as are wanted; if some of these are passed over, all is done
/// again with more. What was locked meanwhile stays locked.
///
/// Invariants:
///
/// 1. A row is given only while it is locked and as the query saw it, so the condition holds of the
///    row that is given, as in PostgreSQL at READ COMMITTED.
/// 2. Rows of tables that are not locked are, in a row that is looked at again, those that the
///    query saw.
///
/// Threads: one.
public final class LockRun {
    /// So many more than are wanted are found first where some are likely to be passed over.
    private static final long SPARE_ROWS = 16;

    /// So many at least are found the second time.
    private static final long AGAIN_ROWS = 128;

    private final Questions questions;
    private final LockedSelect select;
    private final List<Table> tables;
    private final Wanted wanted;
    private final long firstCount;
    private final Questions.Question asked;
    private final int outputs;
    private Questions.Question again;
    private final List<HandSource> hands = new ArrayList<>();

    /// A table in FROM.
    ///
    /// @param item what the query says of it
    public record Table(Target target, LockedFrom.Item item) {
        boolean isLocked() {
            return item.lock().isPresent();
        }

        private ReadMode reading() {
            RowLock lock = item.lock().orElseThrow();
            boolean waits = lock.waiting() == Waiting.WAIT;
            if (lock.strength().isShared()) {
                return waits ? ReadMode.FOR_SHARE : ReadMode.FOR_SHARE_AT_ONCE;
            }
            return waits ? ReadMode.EXCLUSIVE : ReadMode.EXCLUSIVE_AT_ONCE;
        }

        private Waiting waiting() {
            return item.lock().map(RowLock::waiting).orElse(Waiting.WAIT);
        }
    }

    /// How many rows are given.
    ///
    /// @param limit none for all
    /// @param offset how many of them are locked and not given
    /// @param changing whether a row that changed since it was seen can be looked at again
    public record Wanted(OptionalLong limit, long offset, boolean changing) {
        private static final long ALL = Long.MAX_VALUE;

        /// How many are found first.
        private long found(List<Table> tables) {
            boolean passing = tables.stream().anyMatch(t -> t.waiting() == Waiting.SKIP_LOCKED);
            return passing && rows() < ALL - SPARE_ROWS ? rows() + SPARE_ROWS : rows();
        }

        private long rows() {
            long most = limit.orElse(ALL);
            return most > ALL - offset ? ALL : most == 0 ? 0 : most + offset;
        }
    }

    public LockRun(Questions questions, Statement.Select query, List<Table> tables, Wanted wanted) {
        this.questions = questions;
        this.select = new LockedSelect(query, tables);
        this.tables = List.copyOf(tables);
        this.wanted = wanted;
        this.firstCount = wanted.found(tables);
        this.asked = ask(firstCount);
        this.outputs =
                asked.columns().size()
                        - tables.stream().mapToInt(t -> t.target().types().size()).sum();
    }

    private Questions.Question ask(long count) {
        return questions.ask(
                count == Wanted.ALL ? select.all() : select.first(count), select.sources());
    }

    /// The names of the columns that are given.
    public List<String> columns() {
        return asked.columns().subList(0, outputs);
    }

    /// A spool of what is given, with a number for each row behind it.
    public RowSpool spool() {
        List<Type> types = new ArrayList<>(asked.types().subList(0, outputs));
        types.add(Type.BIGINT);
        return new RowSpool(questions.region(), types);
    }

    /// A spool as a table of that name, without the numbers.
    public SpooledSource named(String name, RowSpool spool) {
        return new SpooledSource(name, columns(), asked.declared().subList(0, outputs), spool);
    }

    /// The rows of a spool in their order, as a question.
    public Questions.Question ordered(Statement.Select query, RowSpool spool) {
        List<String> names = new ArrayList<>();
        for (int c = 0; c < outputs; c++) {
            names.add(LockedSelect.columnName(c));
        }
        names.add(LockedSelect.NUMBER);
        List<String> declared = new ArrayList<>(asked.declared().subList(0, outputs));
        declared.add("bigint");
        String name = LockedSelect.name(0);
        return questions.ask(
                LockedSelect.ordered(query, name, columns()),
                Map.of(name, new SpooledSource(name, names, declared, spool)));
    }

    /// Finds the rows, locks them, and gives them to a spool.
    public void run(RowSpool spool) {
        try {
            if (wanted.rows() > 0) {
                first(wanted.rows(), spool);
            }
        } catch (TelegraphException e) {
            throw e.state() == SqlState.LOCK_NOT_AVAILABLE ? notAvailable(e) : e;
        }
    }

    /// The table whose lock is not to be had is known where one alone is not waited for.
    private TelegraphException notAvailable(TelegraphException failure) {
        List<Table> eager = tables.stream().filter(t -> t.waiting() == Waiting.NOWAIT).toList();
        return eager.size() == 1 ? notAvailable(eager.getFirst(), failure) : failure;
    }

    private static TelegraphException notAvailable(Table table, TelegraphException failure) {
        return TelegraphException.of(
                SqlState.LOCK_NOT_AVAILABLE,
                "could not obtain lock on row in relation \"" + table.target().name() + "\"",
                failure);
    }

    private void first(long rows, RowSpool spool) {
        long count = firstCount;
        Questions.Question next = asked;
        while (true) {
            try (RowSpool given = spool()) {
                long seen = found(next, rows, given);
                if (given.rows() >= rows || seen < count) {
                    given.end();
                    given.forEach(row -> {
                        if ((Long) row[outputs] > wanted.offset()) {
                            spool.add(row);
                        }
                    });
                    return;
                }
            }
            count = count > Wanted.ALL / 2 ? Wanted.ALL : Math.max(AGAIN_ROWS, 2 * count);
            next = ask(count);
        }
    }

    /// Finds rows, and locks as many of them as are wanted; how many were found.
    private long found(Questions.Question question, long rows, RowSpool given) {
        try (RowSpool found = new RowSpool(questions.region(), question.types())) {
            question.run(batch -> batch.forEach(found::add));
            found.end();
            found.forEach(row -> {
                if (given.rows() < rows) {
                    add(row, given);
                }
            });
            return found.rows();
        }
    }

    private void add(Object[] seen, RowSpool given) {
        Object[] locked = locked(seen);
        if (locked != null) {
            Object[] row = Arrays.copyOf(locked, outputs + 1);
            row[outputs] = given.rows() + 1;
            given.add(row);
        }
    }

    /// Locks the rows of tables that a row comes from: the row as it is then, or null if it is no
    /// row of the query any more, or passed over.
    private Object[] locked(Object[] seen) {
        List<Object[]> now = new ArrayList<>();
        boolean same = true;
        int at = outputs;
        for (Table table : tables) {
            int width = table.target().types().size();
            Object[] before = Arrays.copyOfRange(seen, at, at + width);
            at += width;
            if (!table.isLocked()) {
                now.add(before);
                continue;
            }
            Object[] row = locked(table, before);
            if (row == null) {
                return null;
            }
            same &= Arrays.deepEquals(before, row);
            now.add(row);
        }
        return same ? seen : askedAgain(now);
    }

    private static Object[] locked(Table table, Object[] before) {
        try {
            return table.target().lock(before, table.reading());
        } catch (TelegraphException e) {
            if (e.state() != SqlState.LOCK_NOT_AVAILABLE || table.waiting() == Waiting.WAIT) {
                throw e;
            }
            if (table.waiting() == Waiting.SKIP_LOCKED) {
                return null;
            }
            throw notAvailable(table, e);
        }
    }

    /// What the query gives over these rows alone, or null.
    private Object[] askedAgain(List<Object[]> now) {
        if (!wanted.changing()) {
            throw TelegraphException.of(
                    SqlState.SERIALIZATION_FAILURE,
                    "could not serialize access due to concurrent update: a row that is to be"
                            + " locked was changed since it was read. Run the transaction again");
        }
        if (again == null) {
            Map<String, Source> alone = new HashMap<>();
            for (int i = 0; i < tables.size(); i++) {
                hands.add(new HandSource(tables.get(i).target().source()));
                alone.put(LockedSelect.name(i), hands.getLast());
            }
            again = questions.ask(select.unordered(), alone);
        }
        for (int i = 0; i < now.size(); i++) {
            boolean none = Arrays.stream(now.get(i)).allMatch(Objects::isNull);
            hands.get(i).hold(none ? null : now.get(i));
        }
        List<Object[]> first = new ArrayList<>();
        again.run(batch -> {
            if (first.isEmpty()) {
                first.add(batch.getFirst());
            }
        });
        return first.isEmpty() ? null : first.getFirst();
    }
}
