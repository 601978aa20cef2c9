/// Intervals where a plan compares or sums them. An interval lies in a batch as a code that is not
/// what decides whether two are equal ([telegraph.memory.Interval]): their spans do.
package telegraph.query.spans;
