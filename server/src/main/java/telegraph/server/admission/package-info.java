/// Which statements run now, which wait for their turn, and what became of those before.
package telegraph.server.admission;
