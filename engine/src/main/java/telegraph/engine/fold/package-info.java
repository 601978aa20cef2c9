/// Aggregates: what each keeps of a group in memory off the heap, and how two of them become one.
package telegraph.engine.fold;
