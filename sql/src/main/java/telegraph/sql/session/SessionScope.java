package telegraph.sql.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.language.ast.TableName;
import telegraph.language.sample.Sample;
import telegraph.query.translate.Scope;
import telegraph.sources.FileSources;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.sandbox.Opener;
import telegraph.tables.access.SampledSource;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;

/// The tables one query can name: files and table functions written in its text, then the tables,
/// sources and views of the catalog, then names that look like files.
///
/// A name is opened once per query, since looking at a file to infer its columns is not free.
///
/// Threads: one at a time.
final class SessionScope implements Scope {
    private final WorkTables work;
    private final Opener opener;
    private final String onError;
    private final Naming naming;
    private final Map<String, TableLiteral> literals = new HashMap<>();
    private final Map<TableName, Optional<Named>> found = new HashMap<>();

    /// The text whose names these are.
    ///
    /// @param tables the literals in it
    record Text(List<TableLiteral> tables, Naming naming) {}

    /// @param work what names lead to, beside the literals of one query
    /// @param onError what a failed request does, where the source does not say
    SessionScope(WorkTables work, Opener opener, String onError, Text text) {
        this.work = work;
        this.opener = opener;
        this.onError = onError;
        this.naming = text.naming();
        for (TableLiteral table : text.tables()) {
            literals.put(table.identifier(), table);
        }
    }

    /// The same scope, in which these names are tables too.
    SessionScope with(Map<String, Source> more) {
        more.forEach((name, source) ->
                found.put(TableName.of(name), Optional.of(relation(name, source))));
        return this;
    }

    @Override
    public Optional<Named> find(String name) {
        return known(TableName.of(name), this::lookUp);
    }

    @Override
    public Optional<Named> find(String schema, String name) {
        return known(new TableName(schema, name), this::declared);
    }

    private Optional<Named> known(TableName name, Function<TableName, Optional<Named>> lookUp) {
        Optional<Named> known = found.get(name);
        if (known == null) {
            Optional<Sample.Of> sampled = Sample.Of.read(name.name());
            known =
                    sampled.isPresent()
                            ? Optional.of(sampled(name.schema(), sampled.get(), lookUp))
                            : lookUp.apply(name);
            found.put(name, known);
        }
        return known;
    }

    private Named sampled(
            String schema, Sample.Of sampled, Function<TableName, Optional<Named>> lookUp) {
        TableName name = new TableName(schema, sampled.table());
        Named whole =
                known(name, lookUp)
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.UNDEFINED_TABLE,
                                        "unknown table \"" + sampled.table() + "\""));
        if (whole instanceof Named.Relation(String title, Source source)
                && (source instanceof TableSource || FileSources.isOne(source))) {
            return relation(title, new SampledSource(source, sampled.sample(), work.chance()));
        }
        throw TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "TABLESAMPLE over what is neither a table nor a file is not there: name="
                        + sampled.table());
    }

    private Optional<Named> lookUp(TableName name) {
        TableLiteral literal = literals.get(name.name());
        if (literal != null) {
            return Optional.of(relation(literal.title(), opener.open(literal)));
        }
        Optional<Named> declared = declared(name);
        if (declared.isEmpty() && FileSources.looksLikeFile(name.name())) {
            return Optional.of(relation(name.name(), opener.open(name.name())));
        }
        return declared;
    }

    private Optional<Named> declared(TableName name) {
        if (name.schema().equalsIgnoreCase(Snapshot.SYSTEM)) {
            return work.system().find(name.name()).map(source -> relation(source.name(), source));
        }
        Snapshot snapshot = snapshot();
        demandLasting(name, snapshot);
        Optional<Entry> entry = snapshot.find(name);
        if (entry.isEmpty() && snapshot.sequence(name).isPresent()) {
            return Optional.of(sequence(snapshot.sequence(name).get()));
        }
        if (entry.isEmpty()) {
            return work.catalog()
                    .find(
                            name.isBare()
                                    ? List.of(name.folded().name())
                                    : List.of(name.folded().schema(), name.folded().name()))
                    .map(source -> relation(source.name(), source));
        }
        return switch (entry.get()) {
            case Entry.TableEntry table ->
                    Optional.of(relation(table.name().toString(), work.table(table.definition())));
            case Entry.SourceEntry source ->
                    Optional.of(
                            relation(
                                    source.name().toString(),
                                    opener.open(source.create(), onError)));
            case Entry.ViewEntry view -> Optional.of(view(view));
            case Entry.SequenceEntry one -> Optional.of(sequence(one.sequence()));
            case Entry.TypeEntry _, Entry.SchemaEntry _ -> Optional.empty();
        };
    }

    /// What names are found in: what is kept as a text means the same in all sessions.
    private Snapshot snapshot() {
        return naming == Naming.SESSION ? work.snapshot() : work.snapshot().plain();
    }

    private void demandLasting(TableName name, Snapshot snapshot) {
        if (naming != Naming.SESSION && snapshot.isTemporary(name)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a view is not temporary, and reads no temporary table: table=\""
                            + name.name()
                            + "\"");
        }
    }

    private Named sequence(Sequence sequence) {
        return relation(sequence.name().toString(), work.sequence(sequence));
    }

    private static Named relation(String name, Source source) {
        return new Named.Relation(name, source);
    }

    private Named view(Entry.ViewEntry view) {
        Statement.Select query = Statements.query(view.query());
        return new Named.View(
                view.name().quoted(),
                view.columns(),
                query,
                new SessionScope(work, opener, onError, new Text(query.tables(), Naming.KEPT)));
    }

    @Override
    public Optional<UserType> type(TableName name) {
        return snapshot().type(name);
    }

    @Override
    public Collection<String> names() {
        List<String> names = new ArrayList<>();
        snapshot().path().forEach(schema -> names.addAll(names(schema)));
        return names;
    }

    @Override
    public Collection<String> names(String schema) {
        if (schema.equalsIgnoreCase(Snapshot.SYSTEM)) {
            return work.system().names();
        }
        List<String> names = new ArrayList<>();
        for (Entry entry : work.snapshot().entries(schema)) {
            names.add(entry.name().name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /// Without a look at the catalog where a file is meant, which needs none.
    @Override
    public boolean isSchema(String name) {
        return !literals.containsKey(name)
                && !found.containsKey(TableName.of(name))
                && (CatalogSurroundings.isSchema(name) || work.snapshot().hasSchema(name));
    }

    @Override
    public Collection<String> schemas() {
        return work.snapshot().schemas();
    }
}
