/// Takes a query apart: [Planner] makes its logical plan, and of that eddy blocks and a remainder
/// that stands on them ([Plan]).
///
/// Whatever a block does not do (outer joins, windows, set operations, sorting) is the remainder.
/// The engine's operators run it; a node the engine has none for runs row by row in Calcite's
/// runtime, under a [Guard]. A block can stand on a remainder in turn: grouping over an outer join
/// is a block whose input is derived.
package telegraph.query.plan;
