/// HTTP/1.1 over one connection after the other: requests are read whole, sent where they belong if
/// they may come in, and answered whole or piece by piece.
package telegraph.server.http.wire;
