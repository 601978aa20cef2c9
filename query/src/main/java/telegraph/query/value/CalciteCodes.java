package telegraph.query.value;

import java.util.Map;
import telegraph.ground.SqlState;

/// PostgreSQL's codes for mistakes whose words are Calcite's.
///
/// Threads: any.
public final class CalciteCodes {
    private static final Map<String, SqlState> BY_WORDS =
            Map.ofEntries(
                    Map.entry("is not being grouped", SqlState.GROUPING_ERROR),
                    Map.entry("Aggregate expression is illegal", SqlState.GROUPING_ERROR),
                    Map.entry("Aggregate expressions cannot be nested", SqlState.GROUPING_ERROR),
                    Map.entry("must not contain aggregate", SqlState.GROUPING_ERROR),
                    Map.entry("may only occur in an aggregate query", SqlState.GROUPING_ERROR),
                    Map.entry("must be a grouped expression", SqlState.GROUPING_ERROR),
                    Map.entry("must have compatible types", SqlState.DATATYPE_MISMATCH),
                    Map.entry("has incompatible types: cannot", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Type mismatch in column", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Illegal mixing of types in CASE", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Cannot infer return type for", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Expected a boolean type", SqlState.DATATYPE_MISMATCH),
                    Map.entry("must be a condition", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Parameters must be of the same type", SqlState.DATATYPE_MISMATCH),
                    Map.entry("Cast function cannot convert", SqlState.CANNOT_COERCE),
                    Map.entry("Column count mismatch", SqlState.SYNTAX_ERROR),
                    Map.entry("Unequal number of entries", SqlState.SYNTAX_ERROR),
                    Map.entry("requires a FROM clause", SqlState.SYNTAX_ERROR),
                    Map.entry("join requires a condition", SqlState.SYNTAX_ERROR),
                    Map.entry("following CROSS JOIN", SqlState.SYNTAX_ERROR),
                    Map.entry("String literal continued on same line", SqlState.SYNTAX_ERROR),
                    Map.entry("Ordinal out of range", SqlState.INVALID_COLUMN_REFERENCE),
                    Map.entry("List of column aliases", SqlState.INVALID_COLUMN_REFERENCE),
                    Map.entry("must match number of query", SqlState.INVALID_COLUMN_REFERENCE),
                    Map.entry("is not in the select clause", SqlState.INVALID_COLUMN_REFERENCE),
                    Map.entry("Duplicate name", SqlState.DUPLICATE_COLUMN),
                    Map.entry("Duplicate relation name", SqlState.DUPLICATE_ALIAS),
                    Map.entry("is ambiguous", SqlState.AMBIGUOUS_COLUMN),
                    Map.entry("is not unique on one side", SqlState.AMBIGUOUS_COLUMN),
                    Map.entry("Unknown identifier", SqlState.UNDEFINED_OBJECT),
                    Map.entry("Window '", SqlState.UNDEFINED_OBJECT),
                    Map.entry("Invalid number of arguments", SqlState.UNDEFINED_FUNCTION),
                    Map.entry("parameter(s); was expecting", SqlState.UNDEFINED_FUNCTION),
                    Map.entry("OVER clause is necessary", SqlState.WRONG_OBJECT_TYPE),
                    Map.entry("must be applied to aggregate", SqlState.WRONG_OBJECT_TYPE),
                    Map.entry("Windowed aggregate expression", SqlState.WINDOWING_ERROR),
                    Map.entry("Window expressions are not", SqlState.WINDOWING_ERROR),
                    Map.entry("frame boundary", SqlState.WINDOWING_ERROR),
                    Map.entry("when lower boundary is", SqlState.WINDOWING_ERROR),
                    Map.entry("compound ORDER BY clause", SqlState.WINDOWING_ERROR),
                    Map.entry("existing window reference", SqlState.WINDOWING_ERROR),
                    Map.entry("base and referenced windows", SqlState.WINDOWING_ERROR),
                    Map.entry("Referenced window", SqlState.WINDOWING_ERROR),
                    Map.entry("Duplicate window", SqlState.WINDOWING_ERROR),
                    Map.entry("prohibits use of RANGE", SqlState.FEATURE_NOT_SUPPORTED),
                    Map.entry("between ORDER BY and RANGE", SqlState.FEATURE_NOT_SUPPORTED),
                    Map.entry("range of type INTERVAL", SqlState.FEATURE_NOT_SUPPORTED),
                    Map.entry("ROWS value must be", SqlState.INVALID_FRAME_OFFSET),
                    Map.entry("is not a valid time frame", SqlState.INVALID_PARAMETER_VALUE),
                    Map.entry("DECIMAL precision", SqlState.INVALID_PARAMETER_VALUE),
                    Map.entry("DECIMAL scale", SqlState.INVALID_PARAMETER_VALUE),
                    Map.entry("Numeric literal", SqlState.NUMBER_OUT_OF_RANGE),
                    Map.entry("Date literal", SqlState.DATETIME_OUT_OF_RANGE),
                    Map.entry("Illegal DATE literal", SqlState.INVALID_DATETIME_FORMAT),
                    Map.entry("Illegal TIME literal", SqlState.INVALID_DATETIME_FORMAT),
                    Map.entry("Illegal TIMESTAMP literal", SqlState.INVALID_DATETIME_FORMAT),
                    Map.entry("Illegal INTERVAL literal", SqlState.INVALID_DATETIME_FORMAT),
                    Map.entry("Illegal interval literal", SqlState.INVALID_DATETIME_FORMAT));

    private CalciteCodes() {}

    /// The code of a mistake that is said so.
    public static SqlState of(String said) {
        return BY_WORDS.entrySet().stream()
                .filter(words -> said.contains(words.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(SqlState.INPUT);
    }
}
