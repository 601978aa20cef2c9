package telegraph.engine.flow;

/// What a request takes, as far as those that have ended and those under way tell.
///
/// One under way is late when it has taken longer than those before give reason to wait, as TCP
/// decides that a packet is lost (Jacobson, *Congestion Avoidance and Control*, 1988): the usual
/// time and four times the usual distance from it. One that is late is taken to have done nothing
/// yet and to last as long as it has lasted, and so are others after one that was cut off, until
/// one is answered.
///
/// Threads: those that hold the lock of the [Places].
final class Pace {
    private static final double LATEST_WEIGHT = 0.2;
    private static final int DISTANCES = 4;

    /// However alike all were, so much more than the usual is nothing yet.
    private static final double LEAST_DISTANCE = 0.25;

    private double usual = -1;
    private double distance;
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
        return isLate(age) ? Math.max(expected(), age) : expected();
    }

    /// How many of them are done.
    double done(double age) {
        return isLate(age) ? 0 : Math.min(age, expected());
    }

    /// Whether one under way since so long ago is later than any before gives reason for.
    boolean isLate(double age) {
        return age > usual() + Math.max(DISTANCES * distance, LEAST_DISTANCE * usual());
    }

    /// How many were answered.
    long answered() {
        return answered;
    }

    /// @param whole whether it was answered, not cut off
    void ended(double took, boolean whole) {
        if (!whole) {
            atLeast = isLate(took) ? Math.max(atLeast, took) : atLeast;
            return;
        }
        boolean first = usual < 0 || atLeast > 0;
        distance =
                first ? took / 2 : distance + LATEST_WEIGHT * (Math.abs(took - usual) - distance);
        usual = first ? took : usual + LATEST_WEIGHT * (took - usual);
        atLeast = 0;
        answered++;
    }
}
