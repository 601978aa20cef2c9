/// Tuples on their way through an eddy: which inputs they span, what has been done to them, and the
/// graph that says what may be done next.
package telegraph.engine.tuple;
