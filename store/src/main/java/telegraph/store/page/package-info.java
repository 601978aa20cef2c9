/// Pages of 8 KiB, in files and in memory: [PageCache] with its latches, and [PageFiles]. What is
/// in a page, but for the fields all have ([Page]), is for whoever makes it.
///
/// The life of a page: [PageCache#create] gives it a frame, its first change makes it dirty, the
/// [PageWriter] copies it to its file once the log is flushed that far, the hand of the [Replacer]
/// takes its frame away, and the next who asks for it reads it back, checked.
package telegraph.store.page;
