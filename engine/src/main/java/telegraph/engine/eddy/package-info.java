/// The eddy: routes each batch of tuples to the module that serves it best now, until every module
/// it needs has seen it.
///
/// The way of a batch: a [telegraph.engine.eddy.Worker] takes it from the inbox and makes it tuples
/// of one input. Filters over that input alone go first; what is left is built into the input's
/// SteM and stamped. From there a [telegraph.engine.tuple.TupleBatch] is routed depth first: a
/// filter narrows it, a probe replaces it by its matches, a batch with every input and every filter
/// done leaves for the output. All tuples in flight that derive from one arrival share its stamp,
/// since all they have met was stored before.
///
/// The rules R1 to R12 are those of Raman, Deshpande and Hellerstein, *Using State Modules for
/// Adaptive Query Processing*, ICDE 2003, made exact for batches and threads.
package telegraph.engine.eddy;
