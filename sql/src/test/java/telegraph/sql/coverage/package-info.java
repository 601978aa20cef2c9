/// How often intervals hold the truth, measured end to end: blocks run as they do in a query, every
/// cohort is looked at, and each interval shown is held against the exact answer.
package telegraph.sql.coverage;
