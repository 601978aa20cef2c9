package telegraph.sql;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.Source;
import telegraph.sources.FileSources;
import telegraph.sql.catalog.Catalog;
import telegraph.sql.catalog.Entry;
import telegraph.sql.plan.Scope;
import telegraph.sql.statement.Statement;
import telegraph.sql.statement.Statements;
import telegraph.sql.statement.TableLiteral;

/// The tables one query can name: files and table functions written in its text, then the sources
/// and views of the catalog, then names that look like files.
///
/// A name is opened once per query, since looking at a file to infer its columns is not free.
///
/// Threads: one at a time.
final class SessionScope implements Scope {
    private final Catalog catalog;
    private final Opener opener;
    private final String onError;
    private final Map<String, TableLiteral> literals = new HashMap<>();
    private final Map<String, Optional<Named>> found = new HashMap<>();

    /// @param onError what a failed request does, where the source does not say
    SessionScope(Catalog catalog, Opener opener, String onError, List<TableLiteral> tables) {
        this.catalog = catalog;
        this.opener = opener;
        this.onError = onError;
        for (TableLiteral table : tables) {
            literals.put(table.identifier(), table);
        }
    }

    /// The same scope, in which these names are tables too.
    SessionScope with(Map<String, Source> more) {
        more.forEach((name, source) -> found.put(name, Optional.of(relation(name, source))));
        return this;
    }

    @Override
    public Optional<Named> find(String name) {
        Optional<Named> known = found.get(name);
        if (known == null) {
            known = lookUp(name);
            found.put(name, known);
        }
        return known;
    }

    private Optional<Named> lookUp(String name) {
        TableLiteral literal = literals.get(name);
        if (literal != null) {
            return Optional.of(relation(literal.title(), opener.open(literal)));
        }
        Optional<Entry> entry = catalog.find(name);
        if (entry.isPresent()) {
            return Optional.of(
                    switch (entry.get()) {
                        case Entry.SourceEntry source ->
                                relation(source.name(), opener.open(source.create(), onError));
                        case Entry.ViewEntry view -> view(view);
                    });
        }
        if (FileSources.looksLikeFile(name)) {
            return Optional.of(relation(name, opener.open(name)));
        }
        return Optional.empty();
    }

    private static Named relation(String name, Source source) {
        return new Named.Relation(name, source);
    }

    private Named view(Entry.ViewEntry view) {
        Statement.Select query = Statements.query(view.query());
        return new Named.View(
                view.name(),
                view.columns(),
                query,
                new SessionScope(catalog, opener, onError, query.tables()));
    }

    @Override
    public Collection<String> names() {
        return catalog.entries().stream()
                .map(entry -> entry.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
