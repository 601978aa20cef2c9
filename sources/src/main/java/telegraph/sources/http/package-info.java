/// Web pages and APIs as sources: what to ask for, how to fetch it, and what a page says.
///
/// A [Declaration] is compiled once. Its [RequestTemplate] makes a [Request] from bound values; the
/// [Fetcher] turns that into a [Page], by way of the [ResponseCache], the [HostGate], the
/// [RateLimit], the [Transport] and as many retries as allowed; a [PageFormat] takes the page apart
/// into rows and the marks that lead to the next page; [PageReader] builds batches from them. Rows
/// are handed over by whole pages only, so that a page cut off or fetched again never counts half
/// or twice.
package telegraph.sources.http;
