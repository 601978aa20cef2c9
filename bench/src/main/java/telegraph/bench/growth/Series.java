package telegraph.bench.growth;

import java.sql.SQLException;
import java.util.List;

/// Something that grows, and what is measured at each of its sizes.
///
/// @param name of the series
/// @param unit of what there are more and more
/// @param sizes ascending
/// @param step brings a server to a size and measures there
public record Series(String name, String unit, List<Integer> sizes, Step step) {
    /// Measures at a size.
    @FunctionalInterface
    public interface Step {
        void measure(Server server, int size, Samples into) throws SQLException;
    }

    /// Brings a server through all sizes.
    public Samples through(Server server) throws SQLException {
        Samples samples = new Samples();
        for (int size : sizes) {
            samples.at(size);
            step.measure(server, size, samples);
        }
        return samples;
    }

    /// The series with its sizes up to one.
    public Series upTo(int most) {
        return new Series(name, unit, sizes.stream().filter(size -> size <= most).toList(), step);
    }
}
