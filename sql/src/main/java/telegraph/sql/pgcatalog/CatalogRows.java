package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.language.TableMentions;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.TableName;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Counted;
import telegraph.tables.catalog.Counting;

/// The rows of `pg_catalog`'s tables, as far as there is something of the kind and it follows from
/// a snapshot of the catalog alone, so that all who see that may share them.
///
/// Threads: one.
final class CatalogRows {
    static final long OWNER = 10;
    static final long DATABASE = 5;
    private static final long HEAP = 2;
    private static final long BTREE = 403;
    private static final long DEFAULT_COLLATION = 100;

    /// What all sources are behind, since PostgreSQL knows no foreign table without it.
    static final String SERVER_NAME = "telegraph";

    private static final long SERVER = 16_000;
    private static final long WRAPPER = 16_001;

    /// The access methods, the default one of indexes first.
    private static final List<Object[]> ACCESS =
            List.of(
                    new Object[] {BTREE, "btree", "bthandler", "i"},
                    new Object[] {HEAP, "heap", "heap_tableam_handler", "t"});

    private final Listing listing;

    CatalogRows(Listing listing) {
        this.listing = listing;
    }

    /// All rows of a relation, or empty if they are more than the snapshot's.
    Optional<List<Object[]>> of(RelationShape shape) {
        RowMaker rows = shape.rows();
        switch (shape.name()) {
            case "pg_class" -> classes(rows);
            case "pg_attribute" -> attributes(rows);
            case "pg_attrdef" -> defaults(rows);
            case "pg_namespace" -> namespaces(rows);
            case "pg_type" -> types(rows);
            case "pg_enum" -> listing.types().labels(rows);
            case "pg_index" -> indexes(rows);
            case "pg_constraint" -> constraints(rows);
            case "pg_proc" -> routines(rows);
            case "pg_aggregate" -> aggregates(rows);
            case "pg_am" -> access(rows);
            case "pg_opclass" -> operatorClasses(rows);
            case "pg_collation" -> collations(rows);
            case "pg_range" -> ranges(rows);
            case "pg_language" -> languages(rows);
            case "pg_tablespace" -> spaces(rows);
            case "pg_sequence" -> sequences(rows);
            case "pg_description" -> listing.remarks().rows(rows);
            case "pg_rewrite" -> rules(rows);
            case "pg_depend" -> dependencies(rows);
            case "pg_foreign_table" -> sources(rows);
            case "pg_foreign_server" ->
                    rows.row()
                            .set("oid", SERVER)
                            .set("srvname", SERVER_NAME)
                            .set("srvowner", OWNER)
                            .set("srvfdw", WRAPPER);
            case "pg_foreign_data_wrapper" ->
                    rows.row()
                            .set("oid", WRAPPER)
                            .set("fdwname", SERVER_NAME)
                            .set("fdwowner", OWNER);
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(rows.made());
    }

    private void classes(RowMaker rows) {
        Set<Long> inForeignKeys = inForeignKeys();
        for (Listed relation : listing.relations()) {
            boolean isTable = relation.kind() == 'r' || relation.kind() == 'm';
            boolean own = relation.definition().isPresent();
            rows.row()
                    .set("oid", relation.oid())
                    .set("relname", relation.name())
                    .set("relnamespace", listing.schemas().getOrDefault(relation.schema(), 0L))
                    .set("relowner", OWNER)
                    .set("relam", isTable ? HEAP : relation.kind() == 'i' ? BTREE : 0L)
                    .set("relfilenode", isTable || relation.kind() == 'i' ? relation.oid() : 0L)
                    .set("relpersistence", relation.isTemporary() ? "t" : "p")
                    .set("relkind", String.valueOf(relation.kind()))
                    .set("relnatts", (long) relation.columns().size())
                    .set("relispopulated", relation.isPopulated())
                    .set("relreplident", isTable && own ? "d" : "n")
                    .set("relhasrules", relation.kind() == 'v' || relation.kind() == 'm')
                    .set("reltuples", -1.0)
                    .set("relhasindex", false);
            Definitions.container(relation)
                    .ifPresent(container ->
                            rows.set("reltuples", new Counted(Counted.What.ROWS, container))
                                    .set("relpages", new Counted(Counted.What.PAGES, container)));
            if (isTable && own) {
                rows.set(
                                "relhasindex",
                                relation.definition().get().primaryKey().isPresent()
                                        || !relation.definition().get().indexes().isEmpty())
                        .set("relchecks", (long) relation.definition().get().checks().size())
                        .set("relhastriggers", inForeignKeys.contains(relation.oid()));
            }
        }
    }

    /// The tables that have foreign keys, and those that these refer to.
    private Set<Long> inForeignKeys() {
        Set<Long> tables = new HashSet<>();
        for (Promise promise : listing.promises()) {
            if (promise.kind() == 'f') {
                tables.add(promise.table().oid());
                tables.add(promise.other().oid());
            }
        }
        return tables;
    }

    private void attributes(RowMaker rows) {
        for (Listed relation : listing.relations()) {
            for (Listed.Column column : relation.columns()) {
                CatalogType type = column.type();
                rows.row()
                        .set("attrelid", relation.oid())
                        .set("attname", column.name())
                        .set("atttypid", type.oid())
                        .set("attlen", (long) type.bytes())
                        .set("attnum", column.number())
                        .set("attndims", type.category().equals("A") ? 1L : 0L)
                        .set("attcacheoff", -1L)
                        .set("atttypmod", column.modifier())
                        .set("attbyval", type.byValue())
                        .set("attalign", type.alignment())
                        .set("attstorage", type.storage())
                        .set("attnotnull", column.required())
                        .set("atthasdef", !column.byDefault().isEmpty())
                        .set("attidentity", relation.kind() == 'r' ? column.identity() : "")
                        .set("attgenerated", column.generated() ? "s" : "")
                        .set("attislocal", true)
                        .set("attstattarget", -1L)
                        .set("attcollation", type.collation());
            }
        }
    }

    private void defaults(RowMaker rows) {
        for (Listed relation : listing.relations()) {
            for (Listed.Column column : relation.columns()) {
                if (!column.byDefault().isEmpty()) {
                    rows.row()
                            .set("oid", relation.oid() * 2_000 + column.number())
                            .set("adrelid", relation.oid())
                            .set("adnum", column.number())
                            .set("adbin", column.byDefault());
                }
            }
        }
    }

    private void namespaces(RowMaker rows) {
        listing.schemas()
                .forEach((name, oid) ->
                        rows.row().set("oid", oid).set("nspname", name).set("nspowner", OWNER));
    }

    private void types(RowMaker rows) {
        List<CatalogType> all = new ArrayList<>(CatalogType.all());
        all.addAll(listing.types().all());
        for (CatalogType type : all) {
            rows.row()
                    .set("oid", type.oid())
                    .set("typname", type.name())
                    .set("typnamespace", listing.schemas().get(type.schema()))
                    .set("typowner", OWNER)
                    .set("typlen", (long) type.bytes())
                    .set("typbyval", type.byValue())
                    .set("typtype", type.kind())
                    .set("typcategory", type.category())
                    .set("typispreferred", type.preferred())
                    .set("typisdefined", true)
                    .set("typdelim", type.delimiter())
                    .set("typelem", type.element())
                    .set("typarray", type.array())
                    .set("typinput", RoutineList.oid(type.routines().get(0)))
                    .set("typoutput", RoutineList.oid(type.routines().get(1)))
                    .set("typreceive", RoutineList.oid(type.routines().get(2)))
                    .set("typsend", RoutineList.oid(type.routines().get(3)))
                    .set("typalign", type.alignment())
                    .set("typstorage", type.storage())
                    .set("typbasetype", type.base())
                    .set("typtypmod", -1L)
                    .set("typcollation", type.collation());
            if (type.category().equals("A") && type.name().startsWith("_")) {
                rows.set("typsubscript", RoutineList.oid("array_subscript_handler"));
            }
        }
    }

    private void indexes(RowMaker rows) {
        for (Listed index : listing.relations()) {
            if (index.kind() != 'i') {
                continue;
            }
            int count = index.columns().size();
            List<Listed.Column> keys = index.columns().subList(0, Definitions.keys(index));
            rows.row()
                    .set("indexrelid", index.oid())
                    .set("indrelid", listing.owner(index).map(Listed::oid).orElse(0L))
                    .set("indnatts", (long) count)
                    .set("indnkeyatts", (long) keys.size())
                    .set("indisunique", Definitions.isUnique(index))
                    .set("indisprimary", Definitions.isPrimary(index))
                    .set("indimmediate", true)
                    .set("indisvalid", true)
                    .set("indisready", true)
                    .set("indislive", true)
                    .set("indkey", Listing.numbers(Definitions.ids(index)))
                    .set("indcollation", keys.stream().map(c -> c.type().collation()).toList())
                    .set("indclass", keys.stream().map(c -> operatorClass(c.type())).toList())
                    .set("indpred", Definitions.condition(index).orElse(null))
                    .set("indoption", Collections.nCopies(keys.size(), 0L));
        }
    }

    private static long operatorClass(CatalogType type) {
        return OperatorClass.of(type).oid();
    }

    private void constraints(RowMaker rows) {
        for (Promise promise : listing.promises()) {
            boolean foreign = promise.kind() == 'f';
            rows.row()
                    .set("oid", promise.oid())
                    .set("conname", promise.name())
                    .set("connamespace", listing.schemas().get(promise.schema()))
                    .set("contype", String.valueOf(promise.kind()))
                    .set("condeferrable", promise.deferral().isDeferrable())
                    .set("condeferred", promise.deferral() == Constraint.Deferral.DEFERRED)
                    .set("convalidated", true)
                    .set("conrelid", promise.table().oid())
                    .set("conindid", promise.index())
                    .set("confrelid", foreign ? promise.other().oid() : 0L)
                    .set("confupdtype", foreign ? action(promise.onUpdate()) : " ")
                    .set("confdeltype", foreign ? action(promise.onDelete()) : " ")
                    .set("confmatchtype", foreign ? "s" : " ")
                    .set("conislocal", true)
                    .set("connoinherit", promise.kind() != 'c')
                    .set("conkey", promise.columns().isEmpty() ? null : promise.columns())
                    .set("confkey", foreign ? promise.referenced() : null)
                    .set("conbin", promise.text().isEmpty() ? null : promise.text());
        }
    }

    private static String action(Constraint.Action action) {
        return switch (action) {
            case NO_ACTION -> "a";
            case RESTRICT -> "r";
            case CASCADE -> "c";
            case SET_NULL -> "n";
            case SET_DEFAULT -> "d";
        };
    }

    private void routines(RowMaker rows) {
        for (RoutineList.Routine routine : RoutineList.all()) {
            rows.row()
                    .set("oid", routine.oid())
                    .set("proname", routine.name())
                    .set(
                            "pronamespace",
                            routine.name().startsWith("_pg_")
                                    ? Listing.INFORMATION_SCHEMA
                                    : Listing.PG_CATALOG)
                    .set("proowner", OWNER)
                    .set("prolang", 12L)
                    .set("procost", 1.0)
                    .set("prorows", routine.set() ? 1_000.0 : 0.0)
                    .set("prokind", routine.kind())
                    .set("proisstrict", routine.strict())
                    .set("proretset", routine.set())
                    .set("provolatile", routine.volatility())
                    .set("proparallel", "s")
                    .set("pronargs", (long) routine.arguments().size())
                    .set("prorettype", routine.result())
                    .set("proargtypes", routine.arguments())
                    .set("prosrc", routine.name());
        }
    }

    private static void aggregates(RowMaker rows) {
        for (RoutineList.Routine routine : RoutineList.all()) {
            if (routine.kind().equals("a")) {
                rows.row().set("aggfnoid", routine.oid()).set("aggkind", "n");
            }
        }
    }

    private static void access(RowMaker rows) {
        for (Object[] method : ACCESS) {
            rows.row()
                    .set("oid", method[0])
                    .set("amname", method[1])
                    .set("amhandler", RoutineList.oid((String) method[2]))
                    .set("amtype", method[3]);
        }
    }

    private static void operatorClasses(RowMaker rows) {
        for (OperatorClass known : OperatorClass.all()) {
            rows.row()
                    .set("oid", known.oid())
                    .set("opcmethod", BTREE)
                    .set("opcname", known.name())
                    .set("opcnamespace", Listing.PG_CATALOG)
                    .set("opcowner", OWNER)
                    .set("opcfamily", known.family())
                    .set("opcintype", known.type())
                    .set("opcdefault", true);
        }
    }

    private static void collations(RowMaker rows) {
        List<String> names = List.of("default", "C", "POSIX");
        List<Long> oids = List.of(DEFAULT_COLLATION, 950L, 951L);
        for (int i = 0; i < names.size(); i++) {
            rows.row()
                    .set("oid", oids.get(i))
                    .set("collname", names.get(i))
                    .set("collnamespace", Listing.PG_CATALOG)
                    .set("collowner", OWNER)
                    .set("collprovider", i == 0 ? "d" : "c")
                    .set("collisdeterministic", true)
                    .set("collencoding", -1L)
                    .set("collcollate", i == 0 ? null : names.get(i))
                    .set("collctype", i == 0 ? null : names.get(i));
        }
    }

    /// The ranges: type, what it is of, multirange, operator class.
    private static void ranges(RowMaker rows) {
        long[][] all = {
            {3904, 23, 4451, 1978},
            {3906, 1700, 4532, 3125},
            {3908, 1114, 4533, 3128},
            {3910, 1184, 4534, 3127},
            {3912, 1082, 4535, 3122},
            {3926, 20, 4536, 3124}
        };
        for (long[] range : all) {
            rows.row()
                    .set("rngtypid", range[0])
                    .set("rngsubtype", range[1])
                    .set("rngmultitypid", range[2])
                    .set("rngsubopc", range[3]);
        }
    }

    private static void languages(RowMaker rows) {
        for (Map.Entry<Long, String> language :
                List.of(Map.entry(12L, "internal"), Map.entry(14L, "sql"))) {
            rows.row()
                    .set("oid", language.getKey())
                    .set("lanname", language.getValue())
                    .set("lanowner", OWNER)
                    .set("lanpltrusted", language.getKey() == 14L);
        }
    }

    private static void spaces(RowMaker rows) {
        rows.row().set("oid", 1_663L).set("spcname", "pg_default").set("spcowner", OWNER);
        rows.row().set("oid", 1_664L).set("spcname", "pg_global").set("spcowner", OWNER);
    }

    private void sequences(RowMaker rows) {
        for (Listed sequence : of('S')) {
            Listed.Numbers numbers = sequence.numbers().orElseThrow();
            Counting counting = numbers.counting();
            rows.row()
                    .set("seqrelid", sequence.oid())
                    .set("seqtypid", numbers.type().oid())
                    .set("seqstart", counting.start())
                    .set("seqincrement", counting.increment())
                    .set("seqmax", counting.max())
                    .set("seqmin", counting.min())
                    .set("seqcache", counting.cache())
                    .set("seqcycle", counting.cycle());
        }
    }

    private List<Listed> of(char kind) {
        List<Listed> found = new ArrayList<>();
        for (Listed relation : listing.relations()) {
            if (relation.kind() == kind) {
                found.add(relation);
            }
        }
        return found;
    }

    private List<Listed> views() {
        List<Listed> views = new ArrayList<>(of('v'));
        views.addAll(of('m'));
        return views;
    }

    /// The number of the rule that a view is.
    private static long rule(Listed view) {
        return view.oid() + 1;
    }

    private void rules(RowMaker rows) {
        for (Listed view : views()) {
            rows.row()
                    .set("oid", rule(view))
                    .set("rulename", "_RETURN")
                    .set("ev_class", view.oid())
                    .set("ev_type", "1")
                    .set("ev_enabled", "O")
                    .set("is_instead", true);
        }
    }

    /// Their options are not shown: there may be secrets in them.
    private void sources(RowMaker rows) {
        for (Listed source : of('f')) {
            rows.row().set("ftrelid", source.oid()).set("ftserver", SERVER);
        }
    }

    /// What the query of a view reads.
    private void dependencies(RowMaker rows, Listed view) {
        dependency(rows, view, view, "i");
        for (TableName name : TableMentions.of(view.query())) {
            listing.find(name.schema(), name.name())
                    .ifPresent(read -> dependency(rows, view, read, "n"));
        }
    }

    private static void dependency(RowMaker rows, Listed view, Listed on, String type) {
        rows.row()
                .set("classid", 2_618L)
                .set("objid", rule(view))
                .set("objsubid", 0L)
                .set("refclassid", 1_259L)
                .set("refobjid", on.oid())
                .set("refobjsubid", 0L)
                .set("deptype", type);
    }

    /// That sequences belong to columns, and views stand on tables.
    private void dependencies(RowMaker rows) {
        views().stream()
                .filter(view -> !view.query().isEmpty())
                .forEach(view -> dependencies(rows, view));
        for (Listed sequence : of('S')) {
            if (sequence.definition().isEmpty()) {
                continue;
            }
            Listed.Numbers numbers = sequence.numbers().orElseThrow();
            rows.row()
                    .set("classid", 1_259L)
                    .set("objid", sequence.oid())
                    .set("objsubid", 0L)
                    .set("refclassid", 1_259L)
                    .set("refobjid", listing.owner(sequence).map(Listed::oid).orElse(0L))
                    .set("refobjsubid", numbers.column())
                    .set("deptype", numbers.ofIdentity() ? "i" : "a");
        }
    }
}
