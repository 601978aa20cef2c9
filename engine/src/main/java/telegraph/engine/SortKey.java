package telegraph.engine;

/// A column to order rows by. Text is ordered by its bytes, and NaN is greater than all other
/// numbers.
///
/// @param column its place in the rows
public record SortKey(int column, boolean descending, boolean nullsFirst) {}
