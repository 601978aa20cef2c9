package telegraph.sql.live;

import java.util.Locale;
import telegraph.engine.meter.Progress;

/// How much of a source was read.
final class ReadShare {
    private ReadShare() {}

    /// From 0 to 1, or NaN if its size is unknown.
    static double of(Progress source) {
        if (source.done()) {
            return 1;
        }
        if (source.unitsTotal() > 0) {
            return ratio(source.units(), source.unitsTotal());
        }
        if (source.rowsTotal() > 0) {
            return ratio(source.rows(), source.rowsTotal());
        }
        return source.bytesTotal() > 0 ? ratio(source.bytes(), source.bytesTotal()) : Double.NaN;
    }

    private static double ratio(long part, long whole) {
        return Math.min(1, (double) part / whole);
    }

    /// In words, such as `flights: 41 of 337 pages read (12 %)`.
    static String text(Progress source) {
        String units = source.requests() > 0 ? "pages" : "units";
        return source.source()
                + ": "
                + (source.unitsTotal() > 0
                        ? text(source.units(), source.unitsTotal(), units)
                        : source.rowsTotal() > 0
                                ? text(source.rows(), source.rowsTotal(), "rows")
                                : source.bytesTotal() > 0
                                        ? text(source.bytes(), source.bytesTotal(), "bytes")
                                        : source.rows() + " rows read");
    }

    private static String text(long part, long whole, String what) {
        double percent = 100 * ratio(part, whole);
        String pattern = percent > 0 && percent < 1 ? "%.1f" : "%.0f";
        return part
                + " of "
                + whole
                + " "
                + what
                + " read ("
                + String.format(Locale.ROOT, pattern, percent)
                + " %)";
    }
}
