package telegraph.server.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import telegraph.sql.StoreHealth;
import telegraph.sql.Telegraph;

/// Tells the journal when the store begins to be unwell.
///
/// ```
/// {"time":"…","event":"fault","store":"checkpoints-overdue","cause":"no checkpoint came for …","log_kept_bytes":…}
/// ```
///
/// It waits for nothing. Threads: one at a time.
public final class StoreWatch {
    private final Telegraph telegraph;
    private final ServerLog journal;
    private StoreHealth known = StoreHealth.WELL;

    public StoreWatch(Telegraph telegraph, ServerLog journal) {
        this.telegraph = telegraph;
        this.journal = journal;
    }

    /// Looks once.
    public synchronized void look() {
        StoreHealth now = telegraph.storeHealth();
        if (now != known && now != StoreHealth.WELL) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("store", name(now));
            facts.put("cause", now.words());
            facts.putAll(telegraph.storeLevels());
            journal.tell("fault", facts);
        }
        known = now;
    }

    /// As it stands in the journal and in what is said of health.
    public static String name(StoreHealth health) {
        return switch (health) {
            case WELL -> "ok";
            case READS_ONLY -> "reads-only";
            case CHECKPOINTS_OVERDUE -> "checkpoints-overdue";
            case LOG_HELD -> "log-held";
            case FILES_LEFT -> "files-left";
        };
    }
}
