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
    public Object answer(String function, Object[] arguments) {
        return around().answer(function, arguments);
    }

    private synchronized CatalogSurroundings around() {
        if (around == null) {
            around = surroundings.get();
        }
        return around;
    }
}
