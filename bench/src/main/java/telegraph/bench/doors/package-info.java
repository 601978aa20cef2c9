/// Servers and clients, each in a process of its own, by which the doors are measured beside
/// others.
package telegraph.bench.doors;
