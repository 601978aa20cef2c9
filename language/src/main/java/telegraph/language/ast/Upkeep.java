package telegraph.language.ast;

import java.util.List;

/// A statement that looks after the store and changes nothing in it.
public sealed interface Upkeep extends Statement {
    record Checkpoint() implements Upkeep {}

    /// CHECK TABLE.
    record CheckTable(TableName name) implements Upkeep {}

    /// BACKUP TO a directory that is empty or not there.
    record Backup(String path) implements Upkeep {}

    /// ANALYZE, which has nothing to do here: how many rows a table has is always known.
    record Analyze(List<TableName> names) implements Upkeep {}

    /// VACUUM, which has nothing to do here either: the room of rows that go is used again at once.
    record Vacuum(List<TableName> names) implements Upkeep {}

    /// REINDEX, which has nothing to do here: a tree is as it would be made anew, but for the room
    /// that its pages have left.
    ///
    /// @param name of a schema or database its bare name
    record Reindex(Kind kind, TableName name, boolean concurrently) implements Upkeep {
        public enum Kind {
            INDEX,
            TABLE,
            SCHEMA,
            DATABASE,
            SYSTEM;

            public boolean isOfTables() {
                return this == INDEX || this == TABLE;
            }
        }
    }
}
