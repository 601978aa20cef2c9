package telegraph.store.tree;

import telegraph.store.Bytes;

/// Where a full page is cut in two.
///
/// The cut is where both halves, with what is coming in, are about as large. Since an entry takes
/// less than three eighths of a page, each then has room. But a page at the end of the tree whose
/// keys come in order is left full, because nothing will come in between: loads in ascending or
/// descending order fill their pages.
///
/// @param leftEnd the slot before which the left page ends
/// @param rightStart the slot from which on entries go right: `leftEnd`, or the one after it if
///   `leftEnd` is a separator of an inner page, which moves up
/// @param separator no key of the left page is as large, none of the right page is smaller
record Cut(int leftEnd, int rightStart, Bytes separator) {
    /// What the page has no room for: of a leaf the key with its place and payload, of an inner
    /// page the key for which it was reached.
    record Incoming(Bytes key, int found, int payloadLength) {
        private int place() {
            return found >= 0 ? found : -1 - found;
        }
    }

    static Cut of(PageCopy page, Incoming incoming, boolean isLeftmost) {
        return page.level() == 0 ? ofLeaf(page, incoming, isLeftmost) : ofInner(page, incoming);
    }

    private static Cut ofLeaf(PageCopy page, Incoming incoming, boolean isLeftmost) {
        int slots = page.slots();
        int place = incoming.place();
        Bytes key = incoming.key;
        boolean isNew = incoming.found < 0;
        if (isNew && place == 0 && isLeftmost) {
            return new Cut(0, 0, between(key.array(), 0, key.length(), page, 0));
        }
        int cut = isNew && place == slots && page.next() == 0 ? slots : middle(page, incoming);
        int left = cut - 1;
        Bytes separator =
                isNew && cut == place
                        ? between(page, left, key)
                        : between(
                                page.array(),
                                page.keyOffset(left),
                                page.keyLength(left),
                                page,
                                cut);
        return new Cut(cut, cut, separator);
    }

    /// The slot before which both sides are most alike; what comes in before that very slot goes
    /// right.
    private static int middle(PageCopy page, Incoming incoming) {
        int slots = page.slots();
        int place = incoming.place();
        int more =
                SortedPage.entryBytes(incoming.key.length(), incoming.payloadLength)
                        - (incoming.found < 0 ? 0 : SortedPage.SLOT_BYTES + page.cellBytes(place));
        int all = more;
        for (int slot = 0; slot < slots; slot++) {
            all += SortedPage.SLOT_BYTES + page.cellBytes(slot);
        }
        int best = 1;
        int bestDifference = Integer.MAX_VALUE;
        int left = 0;
        int last = incoming.found < 0 ? slots : slots - 1;
        for (int cut = 1; cut <= last; cut++) {
            left += SortedPage.SLOT_BYTES + page.cellBytes(cut - 1);
            if (place == cut - 1) {
                left += more;
            }
            int difference = Math.abs(all - 2 * left);
            if (difference < bestDifference) {
                bestDifference = difference;
                best = cut;
            }
        }
        return best;
    }

    private static Cut ofInner(PageCopy page, Incoming incoming) {
        int slots = page.slots();
        int up = slots - 1;
        if (incoming.place() < slots) {
            int all = 0;
            for (int slot = 0; slot < slots; slot++) {
                all += page.cellBytes(slot);
            }
            int left = page.cellBytes(0);
            for (up = 0; up < slots - 1 && 2 * left < all; up++) {
                left += page.cellBytes(up + 1);
            }
        }
        Bytes separator = new Bytes();
        separator.append(page.array(), page.keyOffset(up), page.keyLength(up));
        return new Cut(up, up + 1, separator);
    }

    /// The shortest beginning of the key in `slot` that is larger than the smaller key given.
    private static Bytes between(byte[] smaller, int offset, int length, PageCopy page, int slot) {
        int common = page.common(smaller, offset, length, slot);
        return new Bytes().append(page.array(), page.keyOffset(slot), common + 1);
    }

    /// The shortest beginning of `key` that is larger than the key in `slot`.
    private static Bytes between(PageCopy page, int slot, Bytes key) {
        int common = page.common(key.array(), 0, key.length(), slot);
        return new Bytes().append(key.array(), 0, common + 1);
    }
}
