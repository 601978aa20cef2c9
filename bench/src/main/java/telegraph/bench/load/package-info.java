/// The study's load of short transactions, run on one peer in a process of its own:
/// [telegraph.bench.load.LoadWorker].
package telegraph.bench.load;
