/// Adaptive dataflow over batches: sources, the eddy that routes their tuples, the SteMs that join
/// them and the aggregates that keep an answer ready at any time.
///
/// The way of a tuple: a [telegraph.engine.Reader] on a virtual thread fills a batch and hands it
/// to a queue bounded in bytes; a worker takes it, and the eddy sends it through filters, SteM
/// builds, SteM probes and lookups in the order the routing policy finds best; when every module it
/// needs has seen it, it leaves for the aggregate or for the client.
package telegraph.engine;
