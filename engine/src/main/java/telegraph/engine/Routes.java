package telegraph.engine;

import java.util.List;

/// What an eddy did so far, and how its mind changed.
///
/// @param modules what each module did
/// @param changes each time the preferred order of a signature changed
public record Routes(List<Module> modules, List<Change> changes) {
    /// What one module did.
    ///
    /// @param name such as `filter (year > 2000)`, `build planes`, `probe planes`, `lookup
    ///   planes(tailnum)`
    /// @param batches how often the eddy chose it
    /// @param nanos time spent in it, without waiting
    /// @param bytes memory it holds
    /// @param requests lookups sent
    public record Module(
            String name,
            Kind kind,
            long rowsIn,
            long rowsOut,
            long batches,
            long nanos,
            long bytes,
            long requests) {}

    /// What a module does to a tuple.
    public enum Kind {
        SOURCE,
        FILTER,
        BUILD,
        PROBE,
        LOOKUP,
        AGGREGATE,
        OUTPUT
    }

    /// A new preferred order for tuples that hold certain inputs.
    ///
    /// @param millis since the block started
    /// @param span the inputs joined so far, such as `flights, planes`
    /// @param order the modules, best first, by name
    /// @param why what was measured, such as `lookup b: pass 1 %, 50 ms a row`
    public record Change(long millis, String span, List<String> order, String why) {}
}
