/// Connections to sites: sockets with deadlines, TLS, buffers that are lent.
package telegraph.http.wire;
