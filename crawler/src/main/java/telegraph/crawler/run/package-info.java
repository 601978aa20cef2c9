/// The run of a crawl: one loop that owns all state, and many fetchers that own none.
///
/// ```
///   Frontier ──site──► Turns ──visit──► Fetcher: robots, fetch, Desk (scan, filter, record)
///      ▲                                   │ sheet
///      │ links                             ▼
///   PageEffects ◄──record── Ledger ◄── Inbox ◄── answers of the Resolver
///                              │
///                              ▼
///                    PageLog = journal, Checkpoints
/// ```
///
/// A row is first appended to the journal and then has its effects, so that what the crawl knows is
/// always a checkpoint and the effects of the journal behind it, which
/// [telegraph.crawler.journal.JournalReplay] repeats after a crash (Mercator's checkpoints; Najork
/// and Heydon, *High-Performance Web Crawling*, 2001).
package telegraph.crawler.run;
