package telegraph.sql;

import java.util.Map;

/// A source that somebody wants to see rows of before it is kept.
///
/// @param create the CREATE SOURCE statement
/// @param values what its inputs are given, as text, by the names of their columns
/// @param rows the most to read
public record Trial(String create, Map<String, String> values, int rows) {}
