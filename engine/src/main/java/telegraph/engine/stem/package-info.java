/// SteMs: the rows of one input that have arrived, found again by the columns others join with.
///
/// A row's life here: it is copied into a page of the partition that its key belongs to and made
/// reachable in every [telegraph.engine.stem.HashIndex] that somebody may still ask; then its build
/// is stamped, and from that moment probes with a later stamp find it. When memory is short its
/// partition leaves for the disk, whole, and [telegraph.engine.stem.Loaded] brings it back for the
/// probes that wait.
///
/// Raman, Deshpande and Hellerstein, *Using State Modules for Adaptive Query Processing*, 2003.
package telegraph.engine.stem;
