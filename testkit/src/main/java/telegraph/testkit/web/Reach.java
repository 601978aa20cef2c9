package telegraph.testkit.web;

/// How far a crawl goes.
///
/// @param sameHost whether it stays on the hosts of its seeds
/// @param depthMax the most links between a seed and a page; a redirect is none
public record Reach(boolean sameHost, int depthMax) {
    /// Wherever links lead.
    public static final Reach ANY = new Reach(false, Integer.MAX_VALUE);

    /// Wherever links lead on the hosts of the seeds.
    public static final Reach HOST = new Reach(true, Integer.MAX_VALUE);

    public Reach withDepth(int depthMax) {
        return new Reach(sameHost, depthMax);
    }
}
