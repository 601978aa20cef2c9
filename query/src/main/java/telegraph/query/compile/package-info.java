/// From Calcite's row expressions to vectors.
///
/// The way of an expression: [Compiler] asks for each node whether a kernel computes it a vector at
/// a time; what has none becomes Java source through Calcite's code generator and runs a row at a
/// time, with the values Calcite's own runtime uses, so that an expression means the same in an
/// eddy block and above it.
package telegraph.query.compile;
