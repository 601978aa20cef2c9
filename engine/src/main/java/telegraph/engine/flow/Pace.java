package telegraph.engine.flow;

/// What a request takes, as far as those that have ended and those under way tell.
///
/// One under way that has taken twice the usual is taken to last as long as it has lasted, and so
/// are others after one that was cut off, until one is answered.
///
/// Threads: those that hold the lock of the [Places].
final class Pace {
    private static final double LATEST_WEIGHT = 0.2;
    private static final int LATE = 2;

    private double usual = -1;
    private double atLeast;
    private long answered;

    /// Whether anything is known.
    boolean isKnown() {
        return usual >= 0 || atLeast > 0;
    }

    /// Nanoseconds that those answered took of late; 0 if none was.
    double usual() {
        return Math.max(0, usual);
    }

    /// Nanoseconds for one that is to be sent.
    double expected() {
        return Math.max(usual(), atLeast);
    }

    /// Nanoseconds, all in all, for one that was sent so long ago.
    double expected(double age) {
        return age > LATE * usual() ? Math.max(expected(), age) : expected();
    }

    /// How many were answered.
    long answered() {
        return answered;
    }

    /// @param whole whether it was answered, not cut off
    void ended(double took, boolean whole) {
        if (!whole) {
            atLeast = took > LATE * usual() ? Math.max(atLeast, took) : atLeast;
            return;
        }
        usual = usual < 0 || atLeast > 0 ? took : usual + LATEST_WEIGHT * (took - usual);
        atLeast = 0;
        answered++;
    }
}
