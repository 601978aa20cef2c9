/// What a statement that was read is like: whether it is one of a single row by its key, and
/// whether its terms have several types.
package telegraph.language.shape;
