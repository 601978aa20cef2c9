package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import telegraph.engine.source.Schema;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Token;
import telegraph.memory.Type;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Table;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// What a snapshot of the catalog holds, with the numbers that PostgreSQL's tools know things by.
///
/// | thing                                  | oid                                          |
/// |----------------------------------------|----------------------------------------------|
/// | relation, type or function of the system's | as in PostgreSQL                         |
/// | table, index                           | [#FIRST] and the number of its container     |
/// | type of the catalog                    | see [UserTypes]                              |
/// | schema, view, source, sequence, constraint | from a hash of its kind and name, 2^30 on |
///
/// So a number stays the same as long as the thing has its name, from session to session. Nothing
/// is opened to make a listing: a source has the columns it declares, and a view those that follow
/// from declarations.
///
/// Threads: any; what it says never changes once it is made.
public final class Listing {
    static final long FIRST = 16_384;
    static final long PG_CATALOG = 11;
    static final long PUBLIC = 2_200;
    static final long INFORMATION_SCHEMA = 13_207;
    private static final long HASHED = 1L << 30;

    private final Map<String, Long> schemas = new LinkedHashMap<>();
    private final List<Listed> relations = new ArrayList<>();
    private final Map<Long, Listed> byOid = new HashMap<>();
    private final Map<String, Listed> byName = new HashMap<>();
    private final List<Promise> promises = new ArrayList<>();
    private final Set<Long> taken = new HashSet<>();
    private final Remarks remarks;
    private final UserTypes types;
    private final List<String> path;

    /// The schema of the session's temporary tables.
    private final Optional<String> temporary;

    private final Map<String, Optional<Table>> rows = new ConcurrentHashMap<>();

    /// A column of a view: its name, and its type as PostgreSQL writes it.
    public record ViewColumn(String name, String type) {}

    /// @param system the system's tables of schema `telegraph`
    /// @param views finds the columns of a view, none if they cannot be known
    public Listing(
            Snapshot snapshot,
            Map<String, Schema> system,
            Function<Entry.ViewEntry, List<ViewColumn>> views) {
        path = snapshot.path();
        types = new UserTypes(snapshot.types(), path);
        schemas.put("pg_catalog", PG_CATALOG);
        schemas.put("information_schema", INFORMATION_SCHEMA);
        schemas.put(TableName.PUBLIC, PUBLIC);
        for (String schema : snapshot.schemas()) {
            schemas.computeIfAbsent(schema, name -> hashed("schema", name));
        }
        temporary =
                snapshot.schemas().stream()
                        .filter(name -> new TableName(name, "").isTemporary())
                        .findFirst();
        for (RelationShape shape : RelationShape.all()) {
            add(listed(shape));
        }
        system.forEach((name, schema) ->
                add(
                        new Listed(
                                hashed("view", Snapshot.SYSTEM + "." + name),
                                Snapshot.SYSTEM,
                                name,
                                'v',
                                columns(schema),
                                "",
                                Optional.empty())));
        for (Entry entry : snapshot.entries()) {
            switch (entry) {
                case Entry.TableEntry table -> table(table.definition());
                case Entry.ViewEntry view ->
                        add(
                                listed(
                                        view,
                                        'v',
                                        renamed(seen(views.apply(view)), view.columns()),
                                        view.query()));
                case Entry.SourceEntry source ->
                        add(listed(source, 'f', declared(source.create().columns()), ""));
                case Entry.SequenceEntry one -> {
                    Optional<TableDefinition> owner =
                            one.owner().flatMap(o -> snapshot.table(o.table()));
                    long column = one.owner().map(o -> o.column() + 1L).orElse(0L);
                    add(sequence(one.sequence(), owner, column, false));
                }
                case Entry.TypeEntry _, Entry.SchemaEntry _ -> {}
            }
        }
        Map<Long, List<Promise>> keys = keys();
        snapshot.tables().forEach(table -> references(table, keys));
        remarks = new Remarks(this, snapshot);
    }

    /// The primary and unique keys of each table, by its number.
    private Map<Long, List<Promise>> keys() {
        Map<Long, List<Promise>> keys = new HashMap<>();
        for (Promise promise : promises) {
            if (promise.kind() == 'p' || promise.kind() == 'u') {
                keys.computeIfAbsent(promise.table().oid(), _ -> new ArrayList<>()).add(promise);
            }
        }
        return keys;
    }

    private static Listed listed(RelationShape shape) {
        List<Listed.Column> columns = new ArrayList<>();
        for (int i = 0; i < shape.columns().size(); i++) {
            columns.add(
                    new Listed.Column(
                            shape.columns().get(i).name(),
                            i + 1L,
                            shape.columns().get(i).type(),
                            -1,
                            shape.required().get(i)));
        }
        return new Listed(
                shape.oid(),
                shape.schema(),
                shape.name(),
                shape.kind().charAt(0),
                columns,
                "",
                Optional.empty());
    }

    private Listed listed(Entry entry, char kind, List<Listed.Column> columns, String text) {
        return new Listed(
                hashed(entry.kind(), entry.name().folded().toString()),
                entry.name().schema(),
                entry.name().name(),
                kind,
                columns,
                text,
                Optional.empty());
    }

    private static List<Listed.Column> columns(Schema schema) {
        List<Listed.Column> columns = new ArrayList<>();
        for (telegraph.engine.Column column : schema.columns()) {
            columns.add(plain(column.name(), columns.size() + 1L, column.type(), column.element()));
        }
        return columns;
    }

    /// The type of a declared column.
    private CatalogType type(SqlType type) {
        return type.name() == SqlType.Name.ENUM ? types.of(type.enumeration()) : Listed.type(type);
    }

    private static Listed.Column plain(
            String name, long number, Type type, Optional<Type> element) {
        SqlType sql = element.map(SqlType::of).map(SqlType::array).orElse(SqlType.of(type));
        return new Listed.Column(name, number, Listed.type(sql), Listed.modifier(sql), false);
    }

    private List<Listed.Column> seen(List<ViewColumn> columns) {
        List<Listed.Column> seen = new ArrayList<>();
        for (ViewColumn column : columns) {
            CatalogType type =
                    types.named(column.type())
                            .or(() -> CatalogType.find(column.type()))
                            .orElse(CatalogType.TEXT);
            seen.add(
                    new Listed.Column(
                            column.name(),
                            seen.size() + 1L,
                            type,
                            Listed.modifier(type, column.type()),
                            false));
        }
        return seen;
    }

    private static List<Listed.Column> renamed(List<Listed.Column> columns, List<String> names) {
        List<Listed.Column> renamed = new ArrayList<>(columns);
        for (int i = 0; i < Math.min(names.size(), columns.size()); i++) {
            Listed.Column column = columns.get(i);
            renamed.set(
                    i,
                    new Listed.Column(
                            names.get(i),
                            column.number(),
                            column.type(),
                            column.modifier(),
                            false));
        }
        return renamed;
    }

    private static List<Listed.Column> declared(List<ColumnDefinition> definitions) {
        List<Listed.Column> columns = new ArrayList<>();
        for (ColumnDefinition column : definitions) {
            columns.add(plain(column.name(), columns.size() + 1L, column.type(), column.element()));
        }
        return columns;
    }

    private void table(TableDefinition table) {
        List<Listed.Column> columns = new ArrayList<>();
        for (StoredColumn column : table.columns()) {
            columns.add(
                    new Listed.Column(
                            column.name(),
                            column.id() + 1L,
                            type(column.type()),
                            Listed.modifier(column.type()),
                            column.notNull(),
                            column.generated().or(column::byDefault).orElse(""),
                            column.generated().isPresent(),
                            switch (column.identity()) {
                                case NONE -> "";
                                case ALWAYS -> "a";
                                case BY_DEFAULT -> "d";
                            }));
        }
        Listed listed =
                new Listed(
                        FIRST + table.container(),
                        table.name().schema(),
                        table.name().name(),
                        table.materialized().isPresent() ? 'm' : 'r',
                        columns,
                        table.materialized().map(TableDefinition.Materialized::text).orElse(""),
                        Optional.of(table));
        add(listed);
        table.primaryKey()
                .ifPresent(key -> {
                    // Rows lie in the order of the key, so its index is the table itself.
                    long index = hashed("index", table.name().schema() + "." + key.name());
                    add(
                            of(
                                    table,
                                    index,
                                    key.name(),
                                    'i',
                                    indexed(table, key.columns(), List.of())));
                    promise(listed, key.name(), 'p', numbers(key.columns()), index);
                });
        for (TableDefinition.Index index : table.indexes()) {
            long oid = FIRST + index.container();
            List<Listed.Column> on = indexed(table, index.columns(), index.included());
            add(of(table, oid, index.name(), 'i', on));
            if (index.constraint()) {
                promise(listed, index.name(), 'u', numbers(index.columns()), oid);
            }
        }
        for (TableDefinition.Check check : table.checks()) {
            Promise promise =
                    Promise.local(
                            constraint(listed, check.name()),
                            check.name(),
                            'c',
                            listed,
                            named(table, check.text()),
                            0);
            promises.add(promise.withText(check.text()));
        }
        for (TableDefinition.Numbering numbering : table.numberings()) {
            Sequence sequence = table.sequence(numbering.column());
            add(sequence(sequence, Optional.of(table), numbering.column() + 1L, true));
        }
    }

    private Listed sequence(
            Sequence sequence, Optional<TableDefinition> owner, long column, boolean identity) {
        TableName name = sequence.name();
        return new Listed(
                hashed("sequence", name.folded().schema() + "." + name.folded().name()),
                name.schema(),
                name.name(),
                'S',
                List.of(
                        counted("last_value", 1, CatalogType.INT8),
                        counted("log_cnt", 2, CatalogType.INT8),
                        counted("is_called", 3, CatalogType.BOOL)),
                "",
                owner,
                Optional.of(new Listed.Numbers(sequence, column, identity)));
    }

    private static Listed.Column counted(String name, long number, CatalogType type) {
        return new Listed.Column(name, number, type, -1, true);
    }

    private static Listed of(
            TableDefinition table, long oid, String name, char kind, List<Listed.Column> columns) {
        return new Listed(oid, table.name().schema(), name, kind, columns, "", Optional.of(table));
    }

    /// @param included columns beside the key, which stand behind it
    private List<Listed.Column> indexed(
            TableDefinition table, List<Integer> key, List<Integer> included) {
        List<Listed.Column> columns = new ArrayList<>();
        List<Integer> ids = new ArrayList<>(key);
        ids.addAll(included);
        for (int id : ids) {
            StoredColumn column = table.column(id);
            columns.add(
                    new Listed.Column(
                            column.name(),
                            columns.size() + 1L,
                            type(column.type()),
                            Listed.modifier(column.type()),
                            false));
        }
        return columns;
    }

    /// The numbers of the columns that an expression names.
    private static List<Long> named(TableDefinition table, String text) {
        return Lexer.cut(text).tokens().stream()
                .filter(Token::isName)
                .map(token -> table.indexOf(token.value()))
                .filter(index -> index >= 0)
                .map(index -> table.columns().get(index).id() + 1L)
                .distinct()
                .sorted()
                .toList();
    }

    private void promise(Listed table, String name, char kind, List<Long> columns, long index) {
        promises.add(Promise.local(constraint(table, name), name, kind, table, columns, index));
    }

    private long constraint(Listed table, String name) {
        return hashed("constraint", table.schema() + "." + table.name() + "." + name);
    }

    static List<Long> numbers(List<Integer> ids) {
        return ids.stream().map(id -> id + 1L).toList();
    }

    private void references(TableDefinition table, Map<Long, List<Promise>> keys) {
        Listed from = byOid.get(FIRST + table.container());
        for (TableDefinition.ForeignKey key : table.foreignKeys()) {
            Optional<Listed> to = find(key.table().schema(), key.table().name());
            if (to.isEmpty()) {
                continue;
            }
            List<Long> referenced = numbers(key.referenced());
            long index =
                    keys.getOrDefault(to.get().oid(), List.of()).stream()
                            .filter(p -> Set.copyOf(p.columns()).equals(Set.copyOf(referenced)))
                            .map(Promise::index)
                            .findFirst()
                            .orElse(0L);
            promises.add(
                    new Promise(
                            constraint(from, key.name()),
                            key.name(),
                            'f',
                            from,
                            numbers(key.columns()),
                            index,
                            "",
                            to.get(),
                            referenced,
                            key.onDelete(),
                            key.onUpdate(),
                            key.deferral()));
        }
    }

    private void add(Listed listed) {
        relations.add(listed);
        taken.add(listed.oid());
        byOid.put(listed.oid(), listed);
        byName.putIfAbsent(folded(listed.schema(), listed.name()), listed);
    }

    private static String folded(String schema, String name) {
        return new TableName(schema, name).folded().schema()
                + "."
                + new TableName(schema, name).folded().name();
    }

    /// A number that no other thing has.
    private long hashed(String kind, String name) {
        long oid = HASHED | (kind + " " + name).hashCode() & HASHED - 1;
        while (!taken.add(oid)) {
            oid++;
        }
        return oid;
    }

    /// The rows of a relation of `pg_catalog` that are the same for all who see this listing, made
    /// when they are first asked for; empty if there is more to it.
    Optional<Table> rows(RelationShape shape) {
        return rows.computeIfAbsent(
                shape.name(), _ -> new CatalogRows(this).of(shape).map(Table::new));
    }

    Map<String, Long> schemas() {
        return schemas;
    }

    /// The number of the schema of the session's temporary tables; 0 if there is none.
    long temporarySchema() {
        return temporary.map(schemas::get).orElse(0L);
    }

    List<Listed> relations() {
        return relations;
    }

    List<Promise> promises() {
        return promises;
    }

    UserTypes types() {
        return types;
    }

    Remarks remarks() {
        return remarks;
    }

    Optional<Listed> relation(long oid) {
        return Optional.ofNullable(byOid.get(oid));
    }

    Optional<Listed> find(String said, String name) {
        String schema = temporary.filter(_ -> said.equals(TableName.OWN_TEMPORARY)).orElse(said);
        return Optional.ofNullable(byName.get(folded(schema, name)));
    }

    /// What a name without a schema stands for.
    Optional<Listed> visible(String name) {
        return schemas(true).stream().flatMap(schema -> find(schema, name).stream()).findFirst();
    }

    /// The schemas that bare names are looked for in.
    ///
    /// @param all whether those that nobody names are among them
    List<String> schemas(boolean all) {
        if (!all) {
            return path.stream().filter(schema -> !TableName.isTemporary(schema)).toList();
        }
        List<String> schemas = new ArrayList<>(path);
        boolean temporaryFirst = !path.isEmpty() && TableName.isTemporary(path.getFirst());
        schemas.add(temporaryFirst ? 1 : 0, "pg_catalog");
        return schemas;
    }

    /// Whether the name alone is enough to reach it.
    boolean isVisible(Listed listed) {
        return visible(listed.name()).filter(found -> found.oid() == listed.oid()).isPresent();
    }

    Optional<Promise> promise(long oid) {
        return promises.stream().filter(promise -> promise.oid() == oid).findFirst();
    }

    /// The constraint of a table by its name, whatever its case.
    Optional<Promise> promise(Listed table, String name) {
        return promises.stream()
                .filter(promise -> promise.table().oid() == table.oid())
                .filter(promise -> promise.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /// The table an index or a sequence belongs to, as it is listed.
    Optional<Listed> owner(Listed part) {
        return part.definition().flatMap(table -> relation(FIRST + table.container()));
    }
}
