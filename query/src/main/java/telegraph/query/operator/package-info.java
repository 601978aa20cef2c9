/// Operators and functions that the planner must know more of than their parameters, because what
/// they give depends on what they are given or on the moment. [Functions] is the table of all.
package telegraph.query.operator;
