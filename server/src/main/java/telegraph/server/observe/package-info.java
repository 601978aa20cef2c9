/// What a server tells those who look after it: its journal and its metrics.
package telegraph.server.observe;
