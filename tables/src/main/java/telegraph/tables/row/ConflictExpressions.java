package telegraph.tables.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.language.ast.Statement;
import telegraph.language.query.QueryWriter;

/// What statements set where a row is there already, compiled, for the next that say the same: one
/// for each text, zone and longest text, which is whoever's that took it until he gives it back.
/// What depends on when or by whom it is asked is not kept.
///
/// Invariants: at most [#KEPT_MAX] are kept, of short statements; those that came last stay.
///
/// Threads: any.
public final class ConflictExpressions {
    static final int KEPT_MAX = 16;
    private static final int CHARS_MAX = 4_000;

    private final Map<Key, RowExpressions> idle = new LinkedHashMap<>();

    private record Key(String text, String zone, long textMax) {
        static Key of(Statement.Select query, StatementMoment asked) {
            return new Key(QueryWriter.written(query), asked.zone().getID(), asked.textMax());
        }
    }

    /// The columns of a query whose FROM is the row, part by part in order.
    ///
    /// @param rows the same for all who ask
    /// @throws telegraph.ground.TelegraphException of kind INPUT if one makes no sense
    public RowExpressions take(
            Statement.Select query, List<RowExpressions.Row> rows, StatementMoment asked) {
        RowExpressions kept;
        synchronized (this) {
            kept = idle.remove(Key.of(query, asked));
        }
        return kept != null ? kept : RowExpressions.of(query, rows, asked);
    }

    /// Takes them back when nobody uses them any more.
    public void give(Statement.Select query, StatementMoment asked, RowExpressions expressions) {
        if (!expressions.isLasting() || query.source().length() > CHARS_MAX) {
            return;
        }
        expressions.forget();
        synchronized (this) {
            idle.put(Key.of(query, asked), expressions);
            if (idle.size() > KEPT_MAX) {
                idle.remove(idle.keySet().iterator().next());
            }
        }
    }

    /// How many are kept.
    synchronized int size() {
        return idle.size();
    }
}
