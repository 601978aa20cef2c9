/// What PostgreSQL's clients say that concerns the connection and no data: settings and short
/// statements.
package telegraph.server.postgres.dialect;
