package telegraph.language.query;

import java.util.List;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.RowLock;

/// A query whose rows are locked, taken out of the statement that has it.
///
/// @param name that of the table that stands for its rows
/// @param reference what stands in its place: all of that table
public record LockedQuery(Identifier name, Query rows, List<RowLock> locks, Query reference) {}
