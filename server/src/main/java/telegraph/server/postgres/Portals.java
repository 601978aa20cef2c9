package telegraph.server.postgres;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The portals of a conversation, cursors among them, by name. They end with the transaction they
/// were made in, but for cursors WITH HOLD.
///
/// Threads: one at a time.
final class Portals {
    private static final int PORTALS_MAX = 1_000;

    private final Map<String, Portal> open = new HashMap<>(0);
    private final Map<String, Portal> held = new HashMap<>(0);
    private Portal unnamed;

    /// Opens a portal under a name that is free, or under none, which takes the place of the one
    /// before.
    void put(String name, Portal portal) throws InterruptedException {
        if (name.isEmpty()) {
            closeUnnamed();
            unnamed = portal;
            return;
        }
        demandFree(name);
        if (open.size() >= PORTALS_MAX) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "a conversation has at most " + PORTALS_MAX + " portals. Close some");
        }
        open.put(name, portal);
    }

    /// @throws TelegraphException if there is a portal of that name
    void demandFree(String name) {
        if (open.containsKey(name) || held.containsKey(name)) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_CURSOR, "cursor \"" + name + "\" already exists");
        }
    }

    /// Has a portal last longer than its transaction.
    void hold(String name) {
        held.put(name, open.remove(name));
    }

    /// The one without a name that is there, or null.
    Portal unnamed() {
        return unnamed;
    }

    private void closeUnnamed() throws InterruptedException {
        Portal before = unnamed;
        unnamed = null;
        if (before != null) {
            before.close();
        }
    }

    /// Puts the one without a name, if the one before needs no ending; false if it does.
    boolean replaceUnnamed(Portal portal) {
        if (unnamed != null && unnamed.isOpen()) {
            return false;
        }
        unnamed = portal;
        return true;
    }

    /// @throws TelegraphException if there is none
    Portal get(String name) {
        Portal portal = name.isEmpty() ? unnamed : open.getOrDefault(name, held.get(name));
        if (portal == null) {
            throw TelegraphException.of(
                    SqlState.INVALID_CURSOR_NAME,
                    (name.isEmpty() ? "unnamed portal" : "portal \"" + name + "\"")
                            + " does not exist");
        }
        return portal;
    }

    boolean has(String name) {
        return name.isEmpty() ? unnamed != null : open.containsKey(name) || held.containsKey(name);
    }

    void close(String name) throws InterruptedException {
        if (name.isEmpty()) {
            closeUnnamed();
            return;
        }
        Portal portal = open.remove(name);
        if (portal == null) {
            portal = held.remove(name);
        }
        if (portal != null) {
            portal.close();
        }
    }

    void closeAll() throws InterruptedException {
        endTransaction(false);
        for (Portal portal : held.values()) {
            portal.close();
        }
        held.clear();
    }

    /// Forgets all portals of a transaction that has ended; false if some have to be ended first.
    boolean forget() {
        if (!open.isEmpty() || unnamed != null && unnamed.isOpen()) {
            return false;
        }
        unnamed = null;
        return true;
    }

    /// The transaction ends: so do its portals, but those that are held, which keep what they have
    /// if it commits.
    ///
    /// @param well whether it commits
    void endTransaction(boolean well) throws InterruptedException {
        if (well) {
            keep(held);
        }
        for (var each = held.values().iterator(); each.hasNext(); ) {
            Portal portal = each.next();
            if (portal.isUnderWay()) {
                each.remove();
                portal.close();
            }
        }
        List<Portal> ending = open.isEmpty() ? List.of() : new ArrayList<>(open.values());
        open.clear();
        closeUnnamed();
        for (Portal portal : ending) {
            portal.close();
        }
    }

    /// Another statement of the same transaction is about to run: those under way end first, and
    /// what they give is kept.
    void keepAll() throws InterruptedException {
        if (unnamed != null) {
            unnamed.keepAll();
        }
        keep(open);
        keep(held);
    }

    /// One that fails is gone, so that it fails nothing else.
    private static void keep(Map<String, Portal> portals) throws InterruptedException {
        for (var each = portals.values().iterator(); each.hasNext(); ) {
            Portal portal = each.next();
            boolean well = false;
            try {
                portal.keepAll();
                well = true;
            } finally {
                if (!well) {
                    each.remove();
                    portal.close();
                }
            }
        }
    }
}
