/// Groups and their aggregates, kept so that the answer as it stands can be read at any time.
///
/// Each worker has a [telegraph.engine.aggregate.Grouping] of its own; they are merged for a
/// snapshot and for the end. Results do not depend on the order of rows: exact types are summed
/// exactly, floating point with twice its digits.
package telegraph.engine.aggregate;
