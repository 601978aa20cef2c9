/// Adaptive dataflow over batches: sources, the eddy that routes their tuples, the SteMs that join
/// them and the aggregates that keep an answer ready at any time.
///
/// The way of a tuple: a [telegraph.engine.source.Reader] on a virtual thread fills a batch and
/// hands it to a queue bounded in bytes; a worker takes it, and the eddy sends it through filters,
/// SteM builds, SteM probes and lookups in the order the routing policy finds best; when every
/// module it needs has seen it, it leaves for the aggregate or for the client.
///
/// Here is what one asks the engine for: blocks, operators, executions, policies, and what is
/// claimed of an answer. Three packages more are for other modules: `engine.source` says what a
/// source is, `engine.vector` has columns of values and what computes over them, `engine.meter` how
/// far a source is and what it costs.
package telegraph.engine;
