/// What is known and still to be fetched, and whose turn it is: in bounded memory, and on disk so
/// that a crash costs nothing that was marked.
///
/// One URL goes through so. A page links to `http://b.test/x`, and the loop calls
/// [telegraph.crawler.frontier.Frontier#offer].
///
/// 1. **Seen?** `SeenCache` knows the hashes of late: most links end here. Others go to the
///    `Sieve`: the hash into memory, the URL with its [telegraph.crawler.mark.Origin] into the
///    `OfferLog`, with the offers for sites of the same range.
/// 2. **New?** When there is room for no more offers, or no site has anything left to do, a flush
///    sorts the hashes and merges them with the file of all hashes ever seen, `SeenHashes`. It
///    finds which offers are new, and the `OfferLog` is read back range by range, so that those of
///    one site come together, in the order they were first seen. Each call of
///    [telegraph.crawler.frontier.Frontier#sift] does a part of that.
/// 3. **Queued.** `Outlet` looks up the site in the `SiteTable` and appends the URLs to its queue
///    in the `Virtualizer`, a log of chunks. If `b.test` is not in memory it now stands in the
///    `SiteLine`.
/// 4. **Its site's turn.** `Turns` brings the site in when there is room: it becomes a
///    [telegraph.crawler.frontier.VisitState] with a window on its queue, is handed out by
///    [telegraph.crawler.frontier.Frontier#unresolved], and gets an address.
/// 5. **Due.** The `Workbench` has it by when both the site and its address may be asked, and
///    [telegraph.crawler.frontier.Frontier#due] hands it out. The visit takes the URL, and later
///    says that it is finished, or puts it back.
/// 6. **Released**, with the time before which neither the site nor the address may be asked. If
///    others wait and the site had its turn, it goes to the end of the line; if it has no URLs left
///    it stays until its room is wanted.
///
/// A [telegraph.crawler.mark.FrontierMark] is a state on disk. Files are not changed under it: the
/// hashes and the sites are written anew by each merge, the queues and the line grow at their end,
/// and what is dropped stays until no mark needs it (`MarkedFiles`). The log of queues is kept from
/// filling with finished URLs by the `Cleaner`.
package telegraph.crawler.frontier;
