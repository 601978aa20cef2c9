/// Who may hold how many off-heap bytes, and the columnar batches that live in them.
package telegraph.memory;
