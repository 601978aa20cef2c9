/// What an eddy runs: maximal regions of inner joins, filters and projections with the grouping on
/// top, as descriptions ([BlockSpec]) and as leaves of the plan that stands on them ([BlockRel]).
///
/// [BlockCompiler] makes a block of the engine from a description.
package telegraph.query.block;
