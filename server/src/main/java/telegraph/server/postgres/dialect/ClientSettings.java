package telegraph.server.postgres.dialect;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.server.postgres.message.Replies;

/// The parameters of PostgreSQL in one conversation: what they were at its start, what SET made of
/// them, and what SET LOCAL did until the transaction ends. A transaction that is rolled back, to a
/// savepoint or as a whole, takes both with it.
///
/// Threads: one at a time.
public final class ClientSettings {
    /// What messages are called, the least weighty first.
    static final List<String> LEVELS =
            List.of(
                    "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning",
                    "error");

    private final Map<ClientSetting, String> initial = new HashMap<>(8);
    private final List<Savepoint> savepoints = new ArrayList<>();
    private Values values = Values.NONE;

    /// What they were when the last transaction ended.
    private Values before = Values.NONE;

    private ZonedForms zones = ZonedForms.of(ZoneId.of(ClientSetting.TIME_ZONE.initial()));

    /// What was set.
    ///
    /// @param local only until the transaction ends
    private record Values(Map<ClientSetting, String> set, Map<ClientSetting, String> local) {
        static final Values NONE = new Values(Map.of(), Map.of());

        Values {
            set = Map.copyOf(set);
            local = Map.copyOf(local);
        }

        String of(ClientSetting setting) {
            String value = local.get(setting);
            return value == null ? set.get(setting) : value;
        }
    }

    private record Savepoint(String name, Values values) {}

    /// Begins with another value than the built in one.
    public void start(ClientSetting setting, String value) {
        initial.put(setting, value);
        zoned();
    }

    public String value(ClientSetting setting) {
        String value = values.of(setting);
        if (value == null) {
            value = initial.get(setting);
        }
        return value == null ? setting.initial() : value;
    }

    /// Whether the client wants to hear of warnings, or of notices.
    public boolean tells(boolean warnings) {
        int least = LEVELS.indexOf(value(ClientSetting.CLIENT_MIN_MESSAGES));
        return least <= LEVELS.indexOf(warnings ? "warning" : "notice");
    }

    /// Changes a value, and tells the client if it wants to know.
    ///
    /// @param to the value, or empty for the one at the start
    public void change(
            ClientSetting setting, Optional<String> to, boolean isLocal, Replies replies) {
        Map<ClientSetting, String> set = new HashMap<>(values.set);
        Map<ClientSetting, String> local = new HashMap<>(values.local);
        if (isLocal) {
            local.put(setting, to.orElse(initial.getOrDefault(setting, setting.initial())));
        } else {
            local.remove(setting);
            to.ifPresentOrElse(value -> set.put(setting, value), () -> set.remove(setting));
        }
        become(new Values(set, local), replies);
    }

    /// Takes everything back to what it was at the start.
    public void resetAll(Replies replies) {
        for (ClientSetting setting : ClientSetting.values()) {
            change(setting, Optional.empty(), false, replies);
        }
    }

    /// The transaction has ended, and with it what was set for it; all that was set in it, if it
    /// was rolled back.
    ///
    /// @return what has another value now
    public Set<ClientSetting> transactionEnded(boolean committed, Replies replies) {
        Values kept = committed ? values : before;
        Set<ClientSetting> changed = become(new Values(kept.set, Map.of()), replies);
        before = values;
        savepoints.clear();
        return changed;
    }

    /// The transaction has made a savepoint.
    public void savepoint(String name) {
        savepoints.add(new Savepoint(name, values));
    }

    /// It has gone back to one.
    ///
    /// @return what has another value now
    public Set<ClientSetting> rolledBackTo(String name, Replies replies) {
        int at = at(name);
        if (at < 0) {
            return Set.of();
        }
        savepoints.subList(at + 1, savepoints.size()).clear();
        return become(savepoints.getLast().values, replies);
    }

    /// It has forgotten one, and those after it.
    public void released(String name) {
        int at = at(name);
        if (at >= 0) {
            savepoints.subList(at, savepoints.size()).clear();
        }
    }

    /// Where a savepoint is; -1 if it was made by other words than the protocol's.
    private int at(String name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Set<ClientSetting> become(Values other, Replies replies) {
        Map<ClientSetting, String> was = new EnumMap<>(ClientSetting.class);
        for (Values some : List.of(values, other)) {
            some.set.keySet().forEach(setting -> was.put(setting, value(setting)));
            some.local.keySet().forEach(setting -> was.put(setting, value(setting)));
        }
        values = other;
        was.entrySet().removeIf(one -> value(one.getKey()).equals(one.getValue()));
        was.forEach((setting, value) -> changed(setting, value, replies));
        return was.keySet();
    }

    private void changed(ClientSetting setting, String before, Replies replies) {
        String now = value(setting);
        if (now.equals(before)) {
            return;
        }
        if (setting == ClientSetting.TIME_ZONE) {
            zoned();
        }
        if (setting.isReported()) {
            replies.parameterStatus(setting.title(), now);
        }
    }

    private void zoned() {
        zones = ZonedForms.of(ZoneId.of(value(ClientSetting.TIME_ZONE)));
    }

    /// How values are shown.
    public ZonedForms zones() {
        return zones;
    }

    /// Tells a new client what it needs to know.
    public void report(Replies replies) {
        for (ClientSetting setting : ClientSetting.values()) {
            if (setting.isReported()) {
                replies.parameterStatus(setting.title(), value(setting));
            }
        }
    }
}
