package telegraph.testkit.model;

/// How far a crawl goes.
///
/// @param sameHost whether it stays on the hosts of its seeds
/// @param sitemaps whether it asks for what stands in sitemaps
/// @param depthMax the most links between a seed and a page; a redirect is none
public record Reach(boolean sameHost, boolean sitemaps, int depthMax) {
    /// Wherever links lead.
    public static final Reach ANY = new Reach(false, false, Integer.MAX_VALUE);

    /// Wherever links lead on the hosts of the seeds.
    public static final Reach HOST = new Reach(true, false, Integer.MAX_VALUE);

    public Reach withDepth(int depthMax) {
        return new Reach(sameHost, sitemaps, depthMax);
    }

    public Reach withSitemaps() {
        return new Reach(sameHost, true, depthMax);
    }
}
