/// Runs threads one at a time, in an order that follows from a seed.
///
/// A [telegraph.testkit.schedule.SteppedLoader] loads the classes under test anew, with a call
/// before and after everything by which threads meet: locks, monitors, volatile fields, atomics. A
/// [telegraph.testkit.schedule.Schedule] runs what they do on virtual threads of which only one
/// runs at any time, and decides at each of these calls who goes on. So a schedule that shows a
/// mistake can be had again from its seed, however rare it is on a real machine. Where nobody can
/// go on, it says who waits where.
package telegraph.testkit.schedule;
