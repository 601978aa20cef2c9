package telegraph.sql.querytree;

/// Stands in a row that many statements share for what is counted when it is read, such as how many
/// rows a table has.
///
/// @param container what is counted in
public record Counted(int container) {}
