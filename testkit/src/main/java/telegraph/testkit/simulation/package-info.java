/// A world of threads and time that a seed decides: [SimulatedThreads] carries virtual threads one
/// by one and lets time pass when none can go on.
package telegraph.testkit.simulation;
