package telegraph.engine;

import java.util.List;

/// What an eddy did so far, which way it prefers now, and how its mind changed. All numbers are of
/// about the same moment and only grow while a block runs, but for those said to be of now.
///
/// @param modules what each module did
/// @param ways for each input the way its rows prefer now
/// @param changes each time the preferred order of a signature changed, the oldest first
public record Routes(List<Module> modules, List<Way> ways, List<Change> changes) {
    /// What one module did.
    ///
    /// @param name such as `filter (year > 2000)`, `build planes`, `probe planes`, `lookup
    ///   planes(tailnum)`
    /// @param input the alias of the input it reads, keeps or looks into; for a filter all that it
    ///   is about, such as `flights, planes`; "" for what leaves
    /// @param batches how often the eddy chose it
    /// @param nanos time spent in it, without waiting
    /// @param bytes memory it holds now
    /// @param requests lookups sent
    /// @param tickets the share of its rows that it dropped lately, by which a lottery draws, or
    ///   NaN where nothing is drawn
    /// @param waiting rows, or values to look up, that wait for it now
    /// @param stalled why it waits itself, or ""
    /// @param done whether a source or lookup has delivered all
    public record Module(
            String name,
            Kind kind,
            String input,
            long rowsIn,
            long rowsOut,
            long batches,
            long nanos,
            long bytes,
            long requests,
            double tickets,
            long waiting,
            String stalled,
            boolean done) {}

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

    /// The way rows of one input prefer now, from where they arrive as far as any has come.
    ///
    /// @param input its alias
    /// @param modules their names in order
    public record Way(String input, List<String> modules) {}

    /// A new preferred order for tuples that hold certain inputs.
    ///
    /// @param millis since the block started
    /// @param span the inputs joined so far, such as `flights, planes`
    /// @param order the modules, best first, by name
    /// @param why what was measured, such as `lookup b: pass 1 %, 50 ms a row`
    public record Change(long millis, String span, List<String> order, String why) {}

    /// The same with only the latest changes, for whoever is told again and again.
    public Routes latest(int changesMax) {
        int all = changes.size();
        return all <= changesMax
                ? this
                : new Routes(modules, ways, List.copyOf(changes.subList(all - changesMax, all)));
    }
}
