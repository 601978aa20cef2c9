/// PostgreSQL's types: what they are called and numbered, and their values as text and in binary.
package telegraph.server.postgres.type;
