/// The protocol of Redis, for key-value clients.
package telegraph.server.redis;
