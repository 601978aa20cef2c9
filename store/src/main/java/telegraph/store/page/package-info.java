/// Pages of 8 KiB, in files and in memory: [PageCache] with its latches, [PageFiles], and [Space],
/// which knows the free ones.
///
/// The life of a page: [PageCache#create] gives it a frame, its first change makes it dirty, the
/// [PageWriter] copies it to its file once the log is flushed that far, the hand of the [Replacer]
/// takes its frame away, and the next who asks for it reads it back, checked.
package telegraph.store.page;
