/// Random queries as texts: [telegraph.testkit.query.RandomQuery] makes them, of what
/// [telegraph.testkit.query.RandomTerm] makes.
package telegraph.testkit.query;
