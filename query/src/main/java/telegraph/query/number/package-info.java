/// PostgreSQL's functions on numbers, and the patterns by which numbers are written.
package telegraph.query.number;
