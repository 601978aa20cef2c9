/// How a connection begins: encryption, the startup packet, and the proof of who is there.
package telegraph.server.postgres.login;
