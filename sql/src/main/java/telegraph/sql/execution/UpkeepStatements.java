package telegraph.sql.execution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Upkeep;
import telegraph.memory.Region;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.TransactionState;
import telegraph.sql.transaction.SandboxStore;
import telegraph.store.Store;
import telegraph.store.TableMode;
import telegraph.tables.access.TableCheck;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StoredTable;

/// Carries out the statements that look after the store.
///
/// Threads: the statement's own.
final class UpkeepStatements {
    private final StatementRun run;

    UpkeepStatements(StatementRun run) {
        this.run = run;
    }

    Event.End out(Upkeep upkeep) {
        return switch (upkeep) {
            case Upkeep.Checkpoint _ -> {
                if (run.sandbox().store().exists()) {
                    run.store().checkpoint();
                }
                yield run.done("CHECKPOINT");
            }
            case Upkeep.CheckTable check -> check(check.name());
            case Upkeep.Backup backup -> backup(backup.path());
            case Upkeep.Vacuum vacuum -> {
                demandNoBlock("VACUUM");
                vacuum.names().forEach(run.view()::table);
                yield run.done("VACUUM");
            }
            case Upkeep.Analyze analyze -> {
                analyze.names().forEach(run.view()::table);
                yield run.done("ANALYZE");
            }
            case Upkeep.Reindex reindex -> {
                reindex(reindex);
                yield run.done("REINDEX");
            }
        };
    }

    /// Looks for what is to be made anew.
    private void reindex(Upkeep.Reindex reindex) {
        TableName name = reindex.name();
        if (reindex.concurrently() || !reindex.kind().isOfTables()) {
            demandNoBlock(
                    reindex.concurrently() ? "REINDEX CONCURRENTLY" : "REINDEX " + reindex.kind());
        }
        switch (reindex.kind()) {
            case TABLE -> demandTable(name);
            case INDEX -> demandIndex(name);
            case SCHEMA -> run.view().requireAnySchema(name.name());
            case DATABASE, SYSTEM -> demandDatabase(reindex);
        }
    }

    private void demandTable(TableName name) {
        if (run.view().snapshot().indexed(name).isPresent()) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "\"" + name + "\" is not a table or materialized view");
        }
        run.view().relation(name);
    }

    private void demandIndex(TableName name) {
        Snapshot snapshot = run.view().snapshot();
        if (snapshot.indexed(name).isEmpty()) {
            throw TelegraphException.of(
                    snapshot.isTaken(name) ? SqlState.WRONG_OBJECT_TYPE : SqlState.UNDEFINED_TABLE,
                    "\"" + name + "\" is not an index");
        }
    }

    private void demandDatabase(Upkeep.Reindex reindex) {
        if (reindex.kind() == Upkeep.Reindex.Kind.SYSTEM && reindex.concurrently()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED, "cannot reindex system catalogs concurrently");
        }
        if (!reindex.name().name().equals(run.catalog().client().database())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "can only reindex the currently open database: database=\""
                            + run.catalog().client().database()
                            + "\"");
        }
    }

    /// What is wrong with a table, a row for each; none if all is well.
    private Event.End check(TableName name) {
        demandNoBlock("CHECK TABLE");
        Store store = run.store();
        List<Object[]> rows = new ArrayList<>();
        TableDefinition definition = run.view().table(name);
        // The store locks what it checks by itself; a lock held meanwhile would keep others waiting
        // in front of it, and so it.
        List<String> found = new ArrayList<>(store.check(definition.container()));
        definition.indexes().forEach(index -> found.addAll(store.check(index.container())));
        // What is said of rows would only repeat what is wrong with pages.
        if (found.isEmpty()) {
            StoredTable table =
                    run.work().tables().locked(name, TableMode.S, run.work().transaction());
            try (Region region = run.region()) {
                found.addAll(TableCheck.of(table, run.work().transaction(), region));
            }
        }
        found.forEach(wrong -> rows.add(new Object[] {wrong}));
        return run.table(List.of(new ResultColumn("found", "text")), rows);
    }

    /// Makes a sandbox of the directory: one with the same tables, sources and views.
    private Event.End backup(String path) {
        demandNoBlock("BACKUP");
        if (!run.sandbox().store().exists()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT,
                    "a sandbox without tables, sources and views has nothing to back up");
        }
        Path directory = run.sandbox().confines().target(path);
        Disk disk = run.sandbox().world().disk();
        try {
            if (disk.exists(directory) && !disk.list(directory).isEmpty()) {
                throw TelegraphException.of(
                        SqlState.OBJECT_IN_USE,
                        "a backup goes to a directory that is empty or not there: directory="
                                + directory);
            }
            disk.createLastingDirectories(directory);
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR,
                    "a backup goes to a directory that can be written: directory="
                            + directory
                            + " cause="
                            + e,
                    e);
        }
        run.store().backup(directory.resolve(SandboxStore.NAME));
        return run.done("BACKUP");
    }

    /// What it does takes locks of its own, which would wait for those of the transaction.
    private void demandNoBlock(String statement) {
        if (run.transactions().state() != TransactionState.IDLE) {
            throw TelegraphException.of(
                    SqlState.ACTIVE_TRANSACTION,
                    statement + " is no part of a transaction. COMMIT or ROLLBACK first");
        }
    }
}
