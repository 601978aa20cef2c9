package telegraph.crawler.frontier;

import java.lang.foreign.MemorySegment;
import telegraph.crawler.mark.MarkReader;
import telegraph.crawler.mark.MarkWriter;

/// Where new URLs go that the sieve lets out: into the queue of their site, which then gets in
/// line.
///
/// Threads: the frontier's.
final class Outlet implements Sieve.Outlet {
    private final SiteTable sites;
    private final Virtualizer log;
    private final SiteTurns turns;
    private final int urlsPerSite;

    private int slot;
    private int admitted;
    private int entries;
    private boolean inChunk;
    private long dropped;

    Outlet(SiteTable sites, Virtualizer log, SiteTurns turns, int urlsPerSite) {
        this.sites = sites;
        this.log = log;
        this.turns = turns;
        this.urlsPerSite = urlsPerSite;
    }

    long dropped() {
        return dropped;
    }

    @Override
    public void site(long site) {
        slot = sites.findOrAdd(site);
        admitted = sites.getInt(slot, SiteTable.ADMITTED);
        entries = 0;
        inChunk = false;
    }

    @Override
    public void entry(MemorySegment from, long at) {
        if (admitted >= urlsPerSite) {
            dropped++;
            return;
        }
        if (inChunk && !log.add(from, at)) {
            endChunk();
        }
        if (!inChunk) {
            log.begin(sites.hash(slot));
            inChunk = true;
            if (!log.add(from, at)) {
                throw new IllegalStateException("a new chunk has room for any entry");
            }
        }
        entries++;
        admitted++;
    }

    private void endChunk() {
        long chunk = log.end();
        int active = sites.getInt(slot, SiteTable.ACTIVE);
        if (active > 0) {
            turns.queue(active - 1).append(chunk, entries);
        } else {
            append(chunk);
        }
        turns.queued(entries);
        entries = 0;
        inChunk = false;
    }

    private void append(long chunk) {
        int count = sites.getInt(slot, SiteTable.COUNT);
        if (count == 0) {
            sites.setLong(slot, SiteTable.HEAD_CHUNK, chunk);
            sites.setInt(slot, SiteTable.HEAD_OFFSET, Virtualizer.HEAD_BYTES);
            sites.setLong(slot, SiteTable.LOW_CHUNK, chunk);
        } else {
            log.link(sites.getLong(slot, SiteTable.TAIL_CHUNK), chunk, Virtualizer.HEAD_BYTES);
        }
        sites.setLong(slot, SiteTable.TAIL_CHUNK, chunk);
        sites.setInt(slot, SiteTable.COUNT, count + entries);
    }

    @Override
    public boolean end() {
        if (inChunk) {
            endChunk();
        }
        sites.setInt(slot, SiteTable.ADMITTED, admitted);
        int active = sites.getInt(slot, SiteTable.ACTIVE);
        if (active > 0) {
            turns.filled(active - 1);
            return false;
        }
        if (sites.getInt(slot, SiteTable.COUNT) == 0 || sites.isInLine(slot)) {
            return false;
        }
        sites.inLine(slot, true);
        return true;
    }

    @Override
    public void first(long site) {
        turns.standInLine(site);
    }

    void mark(MarkWriter to) {
        to.putLong(dropped);
    }

    void restart(MarkReader from) {
        dropped = from.getLong();
    }
}
