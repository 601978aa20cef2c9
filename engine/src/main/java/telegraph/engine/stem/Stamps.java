package telegraph.engine.stem;

/// Draws the timestamps that decide which of two rows finds the other.
///
/// A stamp is drawn and stored in one step under the query's lock, after the rows can be reached. A
/// prober that meets rows without a stamp may skip them: they will get a later stamp than the
/// prober has, and their own probe will find the prober. Were the stamp drawn before the rows can
/// be reached, both could miss each other.
///
/// Threads: any.
public final class Stamps {
    /// The stamp of rows that are not stored, since all they could meet is stored already.
    public static final long NEVER_STORED = Long.MAX_VALUE;

    private long last;

    /// Draws a stamp for a build and stores it.
    long stamp(Builds builds, int build) {
        synchronized (this) {
            last++;
            builds.stamp(build, last);
            return last;
        }
    }
}
