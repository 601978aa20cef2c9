/// A cache under different locks, after a study of locking in caches on machines with many
/// processors.
package telegraph.bench.locks;
