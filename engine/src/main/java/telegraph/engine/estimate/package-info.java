/// How far an answer from a part of the data may be from the answer from all of it: pure arithmetic
/// over sums.
///
/// The sampling unit is what a source is read in (a page, a row group, a block of lines), never the
/// row: rows of one page resemble each other, and an interval that takes them for independent
/// covers the truth about one time in three. So each group keeps, per unit read, a vector of sums
/// (selected rows, sum of x, sum of x², ...), and the life of a number is
///
/// ```
/// unit vectors --> Moments --> Totals --> Statistic --> value, variance --> half-width
///   of a cohort     mean and    of the      AVG, VAR ...   delta method       LargeSample
///                   covariance  population                                    or StoppingRule
/// ```
///
/// [telegraph.engine.estimate.Moments] has forgotten the units, but for those that stand out;
/// [telegraph.engine.estimate.Totals] has forgotten how they were drawn (one source, or both sides
/// of a ripple join), and [telegraph.engine.estimate.Statistic] needs no more than that.
/// [telegraph.engine.estimate.Gates] says whether the result may be shown and
/// [telegraph.engine.estimate.LargeSample] how wide it is, [telegraph.engine.estimate.Unlike] what
/// units can do that were not met, [telegraph.engine.estimate.Cohorts] when there is one, and
/// [telegraph.engine.estimate.StoppingRule] how wide it must be for whoever stops by it.
///
/// Beside this path are [telegraph.engine.estimate.Woodruff] for quantiles,
/// [telegraph.engine.estimate.Conservative] for values within known bounds,
/// [telegraph.engine.estimate.Deterministic] for what is certain in any order, and
/// [telegraph.engine.estimate.Drift], which looks for reasons not to believe an order.
///
/// Nothing here has threads, takes memory from a region or knows of the eddy.
package telegraph.engine.estimate;
