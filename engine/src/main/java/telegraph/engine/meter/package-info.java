/// How far a source is, what its requests cost, and how many a query may send.
package telegraph.engine.meter;
