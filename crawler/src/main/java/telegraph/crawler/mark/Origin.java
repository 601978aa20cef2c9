package telegraph.crawler.mark;

import java.util.Arrays;
import telegraph.http.Octets;

/// Where a URL was found: how deep, on which page, and after which redirects.
///
/// All links of a page have one origin, so it is filled once a page and used again for the next.
///
/// Threads: one.
public final class Origin {
    /// The most URLs in a chain of redirects that leads to one.
    public static final int CHAIN_MAX = 10;

    /// The deepest level that is told from those above it.
    public static final int DEPTH_MAX = 0xFFFF;

    private final Octets referrer = new Octets(256);
    private final long[] chain = new long[CHAIN_MAX];
    private int chainLength;
    private int depth;

    /// Becomes the origin of a seed.
    public Origin seed() {
        referrer.clear();
        chainLength = 0;
        depth = 0;
        return this;
    }

    public Origin set(Origin other) {
        depth = other.depth;
        referrer.set(other.referrer);
        chainLength = other.chainLength;
        System.arraycopy(other.chain, 0, chain, 0, chainLength);
        return this;
    }

    /// Links between a seed and the URL.
    public int depth() {
        return depth;
    }

    public Origin depth(int links) {
        depth = Math.clamp(links, 0, DEPTH_MAX);
        return this;
    }

    /// The URL of the page with the link, empty for a seed. What is written into it stays.
    public Octets referrer() {
        return referrer;
    }

    /// URLs that redirected, one to the next, until the last of them to this one.
    public int chainLength() {
        return chainLength;
    }

    /// The hash of a URL of the chain, the first one first.
    public long chain(int index) {
        if (index >= chainLength) {
            throw new IndexOutOfBoundsException(
                    "a chain has fewer URLs: index=" + index + " length=" + chainLength);
        }
        return chain[index];
    }

    /// Adds a URL that redirected to the chain; false if the chain is as long as it may be.
    public boolean redirected(long hash) {
        if (chainLength == CHAIN_MAX) {
            return false;
        }
        chain[chainLength++] = hash;
        return true;
    }

    /// Whether the URL with this hash redirected on the way here.
    public boolean isInChain(long hash) {
        for (int i = 0; i < chainLength; i++) {
            if (chain[i] == hash) {
                return true;
            }
        }
        return false;
    }

    public Origin noChain() {
        chainLength = 0;
        return this;
    }

    @Override
    public String toString() {
        return "depth="
                + depth
                + " referrer="
                + referrer
                + " chain="
                + Arrays.toString(Arrays.copyOf(chain, chainLength));
    }
}
