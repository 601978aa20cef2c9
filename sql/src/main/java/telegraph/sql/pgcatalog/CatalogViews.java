package telegraph.sql.pgcatalog;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.tables.catalog.Counting;

/// The rows of `pg_catalog`'s views, which show the tables' rows in words, of what the session says
/// of itself, and of what runs now.
///
/// Threads: that of the statement.
final class CatalogViews {
    private final Listing listing;
    private final SessionFacts conversation;
    private final Definitions definitions;

    CatalogViews(Listing listing, SessionFacts conversation) {
        this.listing = listing;
        this.conversation = conversation;
        this.definitions = new Definitions(listing);
    }

    /// Fills a view; one that is not known here stays empty.
    void fill(String name, RowMaker rows) {
        switch (name) {
            case "pg_database" -> database(rows);
            case "pg_authid", "pg_roles" -> roles(rows, name.equals("pg_roles"));
            case "pg_user", "pg_shadow" -> users(rows);
            case "pg_tables" -> tables(rows);
            case "pg_views" -> views(rows);
            case "pg_matviews" -> materialized(rows);
            case "pg_indexes" -> indexes(rows);
            case "pg_sequences" -> sequences(rows);
            case "pg_settings" -> settings(rows);
            case "pg_stat_activity" -> activity(rows);
            case "pg_stat_database" ->
                    rows.row()
                            .set("datid", CatalogRows.DATABASE)
                            .set("datname", conversation.database());
            case "pg_locks" -> locks(rows);
            case "pg_stat_user_tables", "pg_stat_all_tables" -> counts(rows);
            case "pg_stat_user_indexes", "pg_stat_all_indexes" -> indexCounts(rows);
            default -> {}
        }
    }

    private void database(RowMaker rows) {
        rows.row()
                .set("oid", CatalogRows.DATABASE)
                .set("datname", conversation.database())
                .set("datdba", CatalogRows.OWNER)
                .set("encoding", 6L)
                .set("datlocprovider", "c")
                .set("datallowconn", true)
                .set("datconnlimit", -1L)
                .set("dattablespace", 1_663L)
                .set("datcollate", "C")
                .set("datctype", "C.UTF-8");
    }

    private void roles(RowMaker rows, boolean view) {
        rows.row()
                .set("oid", CatalogRows.OWNER)
                .set("rolname", conversation.user())
                .set("rolsuper", true)
                .set("rolinherit", true)
                .set("rolcreaterole", true)
                .set("rolcreatedb", true)
                .set("rolcanlogin", true)
                .set("rolreplication", false)
                .set("rolbypassrls", true)
                .set("rolconnlimit", -1L)
                .set("rolpassword", view ? "********" : null);
    }

    private void users(RowMaker rows) {
        rows.row()
                .set("usename", conversation.user())
                .set("usesysid", CatalogRows.OWNER)
                .set("usecreatedb", true)
                .set("usesuper", true)
                .set("userepl", false)
                .set("usebypassrls", true);
    }

    private List<Listed> of(char kind) {
        return listing.relations().stream().filter(r -> r.kind() == kind).toList();
    }

    private void tables(RowMaker rows) {
        Set<Long> indexed = new HashSet<>();
        of('i').forEach(index -> listing.owner(index).ifPresent(of -> indexed.add(of.oid())));
        for (Listed table : of('r')) {
            boolean own = table.definition().isPresent();
            rows.row()
                    .set("schemaname", table.schema())
                    .set("tablename", table.name())
                    .set("tableowner", conversation.user())
                    .set("hasindexes", indexed.contains(table.oid()))
                    .set("hasrules", false)
                    .set("hastriggers", false)
                    .set("rowsecurity", false);
            if (!own) {
                rows.set("hasindexes", true);
            }
        }
    }

    private void views(RowMaker rows) {
        for (Listed view : of('v')) {
            rows.row()
                    .set("schemaname", view.schema())
                    .set("viewname", view.name())
                    .set("viewowner", conversation.user())
                    .set("definition", definitions.view(view));
        }
    }

    private void materialized(RowMaker rows) {
        for (Listed view : of('m')) {
            rows.row()
                    .set("schemaname", view.schema())
                    .set("matviewname", view.name())
                    .set("matviewowner", conversation.user())
                    .set("hasindexes", !view.definition().orElseThrow().indexes().isEmpty())
                    .set("ispopulated", view.isPopulated())
                    .set("definition", definitions.view(view));
        }
    }

    private void indexes(RowMaker rows) {
        for (Listed index : of('i')) {
            rows.row()
                    .set("schemaname", index.schema())
                    .set("tablename", listing.owner(index).map(Listed::name).orElse(null))
                    .set("indexname", index.name())
                    .set("indexdef", definitions.index(index, false));
        }
    }

    private void sequences(RowMaker rows) {
        for (Listed sequence : of('S')) {
            Listed.Numbers numbers = sequence.numbers().orElseThrow();
            Counting counting = numbers.counting();
            rows.row()
                    .set("schemaname", sequence.schema())
                    .set("sequencename", sequence.name())
                    .set("sequenceowner", conversation.user())
                    .set("data_type", numbers.type().oid())
                    .set("start_value", counting.start())
                    .set("min_value", counting.min())
                    .set("max_value", counting.max())
                    .set("increment_by", counting.increment())
                    .set("cycle", counting.cycle())
                    .set("cache_size", counting.cache())
                    .set("last_value", conversation.given(numbers.sequence()).orElse(null));
        }
    }

    private void settings(RowMaker rows) {
        FixedSettings.ALL.forEach(
                (name, value) -> setting(rows, name, value, "as in PostgreSQL", "default"));
        for (SessionFacts.Shown shown : conversation.settings()) {
            setting(rows, shown.name(), shown.value(), shown.purpose(), shown.origin());
        }
    }

    private static void setting(
            RowMaker rows, String name, String value, String purpose, String origin) {
        rows.row()
                .set("name", name)
                .set("setting", value)
                .set("category", "Telegraph")
                .set("short_desc", purpose)
                .set("context", "user")
                .set("vartype", "string")
                .set("source", origin)
                .set("boot_val", value)
                .set("reset_val", value)
                .set("pending_restart", false);
    }

    private void activity(RowMaker rows) {
        rows.row()
                .set("datid", CatalogRows.DATABASE)
                .set("datname", conversation.database())
                .set("pid", ProcessHandle.current().pid())
                .set("usesysid", CatalogRows.OWNER)
                .set("usename", conversation.user())
                .set("application_name", "")
                .set("query_start", conversation.time().began())
                .set("state", "active")
                .set("query", conversation.statement())
                .set("backend_type", "client backend");
    }

    private void locks(RowMaker rows) {
        for (SessionFacts.Held lock : conversation.locks()) {
            Optional<Listed> table =
                    listing.relations().stream()
                            .filter(r ->
                                    Definitions.container(r)
                                            .filter(c -> c == lock.container())
                                            .isPresent())
                            .findFirst();
            rows.row()
                    .set("locktype", "relation")
                    .set("database", CatalogRows.DATABASE)
                    .set("relation", table.map(Listed::oid).orElse(null))
                    .set("virtualtransaction", "1/" + lock.transaction())
                    .set("pid", ProcessHandle.current().pid())
                    .set("mode", lock.mode())
                    .set("granted", lock.granted())
                    .set("fastpath", false);
        }
    }

    private void counts(RowMaker rows) {
        for (Listed table : of('r')) {
            Definitions.container(table)
                    .ifPresent(container ->
                            rows.row()
                                    .set("relid", table.oid())
                                    .set("schemaname", table.schema())
                                    .set("relname", table.name())
                                    .set("n_live_tup", conversation.rows(container)));
        }
    }

    private void indexCounts(RowMaker rows) {
        for (Listed index : of('i')) {
            rows.row()
                    .set("relid", listing.owner(index).map(Listed::oid).orElse(null))
                    .set("indexrelid", index.oid())
                    .set("schemaname", index.schema())
                    .set("relname", listing.owner(index).map(Listed::name).orElse(null))
                    .set("indexrelname", index.name());
        }
    }
}
