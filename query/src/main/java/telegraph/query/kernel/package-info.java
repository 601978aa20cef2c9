/// Loops over vectors: arithmetic, comparisons, casts, pieces of texts.
///
/// A [Kernel] computes a column of a batch from others. [Kernels] finds the one for an operator and
/// the types of its operands.
package telegraph.query.kernel;
