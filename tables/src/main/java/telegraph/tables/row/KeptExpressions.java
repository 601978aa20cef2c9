package telegraph.tables.row;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import telegraph.tables.catalog.TableDefinition;

/// The expressions of a table over its own rows, compiled when they are first needed and kept if
/// what they mean does not depend on when they are asked.
///
/// Threads: any.
public final class KeptExpressions {
    private final TableDefinition table;
    private final List<String> texts;
    private final AtomicReference<RowExpressions> spare = new AtomicReference<>();
    private volatile Optional<RowExpressions> kept = Optional.empty();

    KeptExpressions(TableDefinition table, List<String> texts) {
        this.table = table;
        this.texts = texts;
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /// The expressions, for one thread, which may give them back.
    public RowExpressions at(StatementMoment asked) {
        RowExpressions free = spare.getAndSet(null);
        if (free != null) {
            return free;
        }
        Optional<RowExpressions> known = kept;
        if (known.isPresent()) {
            return known.get().fork();
        }
        RowExpressions compiled =
                RowExpressions.of(
                        texts,
                        List.of(new RowExpressions.Row(table.name().name(), table)),
                        asked.inUtc().kept());
        if (compiled.isLasting()) {
            kept = Optional.of(compiled.fork());
        }
        return compiled;
    }

    /// Takes expressions back that nobody uses any more.
    public void give(RowExpressions expressions) {
        if (expressions.isLasting()) {
            spare.set(expressions);
        }
    }
}
