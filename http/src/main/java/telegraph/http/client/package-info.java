/// How one URL is fetched: an HTTP/1.1 client of its own, whose steady state makes no garbage.
///
/// A [Client] has options, a pool of arrays and one reaper thread. Each of its many users has a
/// [FetchSlot] that is filled by one fetch after another, and for each site a [Wire], the one
/// connection that is kept between two fetches. A fetch goes through these steps:
///
/// ```
///   Client.fetch ─ is the wire open? ─ no ─► Dialer: connect, proxy, TLS ─┐
///                        │ yes                                            │
///                        ▼                                                ▼
///                  RequestHead ──► socket ──► Inlet ──► ResponseHead ──► Framing ──► Body
///                  one write                 octets     status, headers   length,     unpacked,
///                                            as they                      chunks or   within the
///                                            come                         the end     limit
/// ```
///
/// All of it is plain blocking code on a virtual thread. No read has a timeout of its own: the
/// [Reaper] looks at all fetches a few times a second and closes the socket of those whose time is
/// over, and the blocked thread then finds out why.
///
/// Who sends each request once, with a method and a body, and knows a time of his own, has a
/// [PlainConnection] instead, of the same heads and bodies, and [KeptConnections] for the next.
package telegraph.http.client;
