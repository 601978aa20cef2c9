/// Takes a query apart: text becomes a logical plan (Calcite), the plan becomes eddy blocks and a
/// remainder that stands on them.
///
/// A block is a maximal region of inner joins, filters and projections with the grouping on top, if
/// there is one. Whatever else a query asks for (outer joins, windows, set operations, sorting) is
/// the remainder, run by Calcite's enumerable runtime over the rows of the blocks. A block can
/// stand on a remainder in turn: grouping over an outer join is a block whose input is derived.
package telegraph.sql.plan;
