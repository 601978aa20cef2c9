package telegraph.sql.listing;

import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.DeclaredColumns;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.query.plan.Planner;
import telegraph.query.translate.ParameterTypes;
import telegraph.query.translate.QueryShape;
import telegraph.query.translate.Scope;
import telegraph.sql.pgcatalog.Listing;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StatementMoment;

/// Makes the listing of a snapshot of the catalog, and keeps that of the last one.
///
/// No source is opened for it. What columns a view has follows from the columns that tables have
/// and sources declare; of a view over anything else none are known.
///
/// Threads: any.
public final class Listings {
    private record Kept(Snapshot snapshot, Listing listing) {}

    /// Of the snapshot that was listed last, as long as there is memory for it.
    private volatile SoftReference<Kept> kept = new SoftReference<>(null);

    public Listing of(Snapshot snapshot, SystemTables system, StatementMoment asked) {
        Kept last = kept.get();
        if (last == null || last.snapshot() != snapshot) {
            Map<String, Schema> tables = new TreeMap<>();
            for (String name : system.names()) {
                system.find(name).ifPresent(table -> tables.put(name, table.schema()));
            }
            last =
                    new Kept(
                            snapshot,
                            new Listing(snapshot, tables, view -> columns(view, snapshot, asked)));
            kept = new SoftReference<>(last);
        }
        return last.listing();
    }

    private static List<Listing.ViewColumn> columns(
            Entry.ViewEntry view, Snapshot snapshot, StatementMoment asked) {
        try {
            Statement.Select query = Statements.query(view.query());
            Planner planner =
                    new Planner(
                            new Declared(snapshot, query), asked.now(), asked.zone(), asked.user());
            ParameterTypes none = new ParameterTypes(Map.of(), 0, List.of());
            QueryShape shape = planner.shape(query, none, List.of());
            return shape.rowType().getFieldList().stream()
                    .map(field ->
                            new Listing.ViewColumn(
                                    field.getName(), shape.declared().get(field.getIndex())))
                    .toList();
        } catch (TelegraphException e) {
            // The view is listed all the same; whoever asks it is told what is wrong.
            return List.of();
        }
    }

    /// The tables a view can name, as far as their columns are declared.
    private record Declared(Snapshot snapshot, Statement.Select query) implements Scope {
        @Override
        public Optional<Named> find(String name) {
            return query.tables().stream().anyMatch(t -> t.identifier().equals(name))
                    ? Optional.empty()
                    : find(TableName.PUBLIC, name);
        }

        @Override
        public Optional<Named> find(String schema, String name) {
            return snapshot.find(new TableName(schema, name)).flatMap(this::named);
        }

        @Override
        public Optional<UserType> type(TableName name) {
            return snapshot.type(name.kept());
        }

        private Optional<Named> named(Entry entry) {
            return switch (entry) {
                case Entry.TableEntry table ->
                        Optional.of(
                                new Named.Relation(
                                        table.name().toString(),
                                        new DefinedRows(table.definition())));
                case Entry.SourceEntry source -> declared(source);
                case Entry.ViewEntry view -> {
                    Statement.Select text = Statements.query(view.query());
                    yield Optional.of(
                            new Named.View(
                                    view.name().quoted(),
                                    view.columns(),
                                    text,
                                    new Declared(snapshot, text)));
                }
                case Entry.SequenceEntry _, Entry.TypeEntry _, Entry.SchemaEntry _ ->
                        Optional.empty();
            };
        }

        private static Optional<Named> declared(Entry.SourceEntry source) {
            List<ColumnDefinition> columns = source.create().columns();
            return columns.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            relation(
                                    source,
                                    columns.stream()
                                            .map(c -> new Column(c.name(), c.type(), c.element()))
                                            .toList()));
        }

        private static Named relation(Entry entry, List<Column> columns) {
            String name = entry.name().toString();
            Source source = new ListedRows(name, new Schema(columns), List::of);
            return new Named.Relation(name, source);
        }

        @Override
        public Collection<String> names() {
            return snapshot.names();
        }

        @Override
        public boolean isSchema(String name) {
            return snapshot.hasSchema(name);
        }

        @Override
        public Collection<String> schemas() {
            return snapshot.schemas();
        }
    }

    /// A table of which only the shape matters.
    private record DefinedRows(TableDefinition table) implements Source, DeclaredColumns {
        @Override
        public String name() {
            return table.name().toString();
        }

        @Override
        public Schema schema() {
            return new Schema(
                    table.columns().stream()
                            .map(column -> new Column(column.name(), column.type().physical()))
                            .toList());
        }

        @Override
        public String declared(int column) {
            return table.columns().get(column).type().written();
        }

        @Override
        public Access access() {
            return Access.SCAN;
        }

        @Override
        public Reader scan(ScanRequest request) {
            throw new IllegalStateException("a table that is listed is not read");
        }

        @Override
        public Reader lookup(LookupRequest request) {
            throw new IllegalStateException("a table that is listed is not read");
        }
    }
}
