/// Runs planned queries: starts their blocks, compiles and feeds their remainder, and keeps an
/// answer ready while it runs.
package telegraph.query.run;
