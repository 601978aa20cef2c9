package telegraph.sql.execution;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;
import telegraph.language.grammar.CatalogWords;
import telegraph.language.query.QueryWalk;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.pgcatalog.CatalogSurroundings;

/// Whether a query is about the catalog: by the tables that it names, or, if it names none, by the
/// functions and types that only the catalog has.
///
/// A query that names tables of the system's and others, or asks for what lists alone cannot
/// answer, such as a FULL JOIN, is like any other: to that those are tables like any other, too.
///
/// Threads: one, once.
final class CatalogScope {
    private final CatalogSurroundings around;
    private final Set<String> named = new HashSet<>();
    private boolean system;
    private boolean others;
    private boolean unknown;
    private boolean only;
    private boolean beyond;

    private CatalogScope(CatalogSurroundings around) {
        this.around = around;
    }

    /// Whether a query that has a word of the catalog in it is about that.
    static boolean isOfCatalog(Statement.Select query, CatalogSurroundings around) {
        CatalogScope scope = new CatalogScope(around);
        QueryWalk.walk(query.query(), scope::names);
        QueryWalk.walk(query.query(), scope::look);
        boolean others = scope.others || !query.tables().isEmpty();
        return !others && !scope.beyond && (scope.system || scope.only && !scope.unknown);
    }

    private void names(Object part) {
        if (part instanceof Query query) {
            query.with().forEach(with -> named.add(with.name().name()));
        }
    }

    private void look(Object part) {
        switch (part) {
            case Query.Table table -> {
                List<String> name = table.parts();
                boolean own = name.size() == 1 && named.contains(name.getFirst());
                boolean ofSystem =
                        name.size() > 1 && CatalogSurroundings.isSchema(name.get(name.size() - 2))
                                || name.size() == 1 && CatalogSurroundings.isRelation(name);
                system |= !own && ofSystem;
                others |= !own && !ofSystem;
            }
            case Term.Call call -> {
                only |= CatalogWords.areIn(call.parts());
                unknown |= !Inquiry.isFunction(call.bare(), around);
            }
            case Query.Join join -> beyond |= join.kind() == Query.Kind.FULL;
            case Term.Sets sets -> beyond |= sets.sort() != Term.Sort.EMPTY;
            case Term.Cast cast -> only |= cast.type().bare().startsWith("reg");
            default -> {}
        }
    }
}
