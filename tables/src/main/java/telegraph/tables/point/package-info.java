/// Statements about one row, carried out straight on the store: no plan, no thread, no event.
///
/// The way of one: [telegraph.language.ast.PointStatement] recognises its text once;
/// [telegraph.tables.point.Points] binds it to a table's definition and finds that the columns
/// after WHERE are the primary key; each time its values make a key, and the key finds the row. A
/// value whose class is not plainly that of its column leaves the statement to the planner, which
/// knows every conversion.
package telegraph.tables.point;
