/// Messages of PostgreSQL's wire protocol: read with every bound checked, and written.
///
/// ```
/// | type, 1 byte | length, 4 bytes, itself counted | fields … |      after the first packet
///                | length                          | fields … |      the first packet
/// ```
///
/// Numbers are big-endian, texts UTF-8 with a zero byte at the end.
package telegraph.server.postgres.message;
