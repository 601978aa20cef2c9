/// Joins and set operations between streams of batches, with rows that may leave for disk.
package telegraph.engine.join;
