/// SteMs: the rows of one input that have arrived, found again by the columns others join with.
///
/// A row's life here: its batch is appended to the [telegraph.engine.stem.RowStore] and gets an id;
/// the row is made reachable in every [telegraph.engine.stem.HashIndex]; then the batch is stamped,
/// and from that moment probes with a later stamp find it.
///
/// Raman, Deshpande and Hellerstein, *Using State Modules for Adaptive Query Processing*, 2003.
package telegraph.engine.stem;
