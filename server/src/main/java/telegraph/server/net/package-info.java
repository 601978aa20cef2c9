/// The network: event loops, what listens on them, and how a slow reader is held back.
package telegraph.server.net;
