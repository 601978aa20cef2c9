/// How rows get into an eddy and results out of it: readers on virtual threads, queues bounded in
/// bytes, and lookups that ask once for each value.
package telegraph.engine.flow;
