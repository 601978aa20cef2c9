/// Names to addresses, without blocking anybody.
///
/// The JDK's resolver blocks a thread for each name and cannot be told to give up, so the crawler
/// asks the name servers itself. A name goes through [UdpResolver]: known at once (a literal, the
/// hosts file, `localhost`), or in the cache, or already being asked for, or asked: over UDP, over
/// TCP if the reply was cut, of the next server if none came. [SystemResolver] asks the JDK
/// instead, where names come from somewhere else than DNS.
package telegraph.crawler.dns;
