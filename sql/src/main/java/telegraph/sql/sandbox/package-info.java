/// What all sessions of an open sandbox share: its store and memory, how sources are opened, and
/// how far statements may reach.
package telegraph.sql.sandbox;
