/// PostgreSQL's wire protocol.
package telegraph.server.postgres;
