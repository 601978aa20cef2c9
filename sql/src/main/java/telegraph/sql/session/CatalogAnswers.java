package telegraph.sql.session;

import java.util.function.Supplier;
import telegraph.query.value.CatalogFacts;
import telegraph.sql.pgcatalog.CatalogSurroundings;

/// What functions about the catalog tell a query that is planned: the catalog is looked at when one
/// asks first.
///
/// Threads: any.
final class CatalogAnswers implements CatalogFacts {
    private final Supplier<CatalogSurroundings> surroundings;
    private CatalogSurroundings around;

    CatalogAnswers(Supplier<CatalogSurroundings> surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public synchronized Object answer(String function, Object[] arguments) {
        if (around == null) {
            around = surroundings.get();
        }
        return around.answer(function, arguments);
    }
}
