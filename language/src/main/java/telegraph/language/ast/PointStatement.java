package telegraph.language.ast;

import java.util.List;

/// A statement about one row of one table that is known by values of its columns: a SELECT, UPDATE
/// or DELETE `WHERE a = … AND b = …`, or an INSERT of one row, with nothing but columns, literals,
/// parameters, CURRENT_TIMESTAMP and now() in it.
///
/// Such a statement can be carried out without a plan, if the columns after WHERE turn out to be
/// the primary key of a table.
public sealed interface PointStatement {
    TableName table();

    /// Where a value comes from.
    sealed interface Operand {
        /// A parameter, from 0.
        record Place(int parameter) implements Operand {}

        /// A literal: Boolean, Integer, Long, BigDecimal, Double or String, or null.
        record Literal(Object value) implements Operand {}

        /// The moment at which the statement is carried out.
        record Now() implements Operand {}

        /// The value of a column before, plus or minus another one.
        record Sum(String column, boolean minus, Operand other) implements Operand {}
    }

    /// A column and a value: what it must be, or what it becomes.
    record Pair(String column, Operand operand) {}

    /// A column of a result.
    record Item(String column, String label) {}

    /// SELECT.
    ///
    /// @param items empty for all columns
    record Find(TableName table, List<Item> items, List<Pair> where) implements PointStatement {}

    /// UPDATE.
    record Update(TableName table, List<Pair> assignments, List<Pair> where)
            implements PointStatement {}

    /// DELETE.
    record Delete(TableName table, List<Pair> where) implements PointStatement {}

    /// INSERT.
    ///
    /// @param columns empty for all in order
    record Insert(TableName table, List<String> columns, List<Operand> values)
            implements PointStatement {}
}
