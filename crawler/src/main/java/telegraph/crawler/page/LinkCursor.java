package telegraph.crawler.page;

import static telegraph.crawler.page.RecordLayout.LONG;
import static telegraph.crawler.page.RecordLayout.SHORT;

/// Goes over the links of a [PageView], in the order in which the page has them, copying nothing.
///
/// Threads: one. Valid as long as the view shows the same record.
public final class LinkCursor {
    private byte[] array;
    private int next;
    private int end;
    private int at;

    /// Begins before the first link of the page.
    public LinkCursor rewind(PageView page) {
        array = page.array();
        next = page.start(Part.LINKS);
        end = page.end(Part.LINKS);
        return this;
    }

    /// Goes to the next link, or returns false.
    public boolean next() {
        if (end - next < RecordLayout.LINK_BYTES) {
            return false;
        }
        at = next;
        next = anchorEnd();
        return next <= end;
    }

    /// Where the URL and the anchor lie.
    public byte[] array() {
        return array;
    }

    public int urlStart() {
        return at + RecordLayout.LINK_BYTES;
    }

    public int urlEnd() {
        return urlStart() + ((short) SHORT.get(array, at + RecordLayout.LINK_URL_LENGTH) & 0xffff);
    }

    public int anchorStart() {
        return urlEnd();
    }

    public int anchorEnd() {
        return urlEnd() + ((short) SHORT.get(array, at + RecordLayout.LINK_ANCHOR_LENGTH) & 0xffff);
    }

    public long hash() {
        return (long) LONG.get(array, at + RecordLayout.LINK_HASH);
    }

    public int rel() {
        return (short) SHORT.get(array, at + RecordLayout.LINK_REL) & 0xffff;
    }

    /// Whether it was offered to the frontier.
    public boolean isFollowed() {
        return array[at + RecordLayout.LINK_FOLLOWED] != 0;
    }
}
