package telegraph.server.postgres.dialect;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.server.postgres.message.Replies;

/// The parameters of PostgreSQL in one conversation: what they were at its start, what SET made of
/// them, and what SET LOCAL did until the transaction ends.
///
/// Threads: one at a time.
public final class ClientSettings {
    /// What messages are called, the least weighty first.
    static final List<String> LEVELS =
            List.of(
                    "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning",
                    "error");

    private final Map<ClientSetting, String> initial = new HashMap<>(8);
    private final Map<ClientSetting, String> set = new HashMap<>(0);
    private final Map<ClientSetting, String> local = new HashMap<>(0);
    private ZonedForms zones = ZonedForms.of(ZoneId.of(ClientSetting.TIME_ZONE.initial()));

    /// Begins with another value than the built in one.
    public void start(ClientSetting setting, String value) {
        initial.put(setting, value);
        zoned();
    }

    public String value(ClientSetting setting) {
        String value = local.get(setting);
        if (value == null) {
            value = set.get(setting);
        }
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
        String before = value(setting);
        if (isLocal) {
            local.put(setting, to.orElse(initial.getOrDefault(setting, setting.initial())));
        } else {
            local.remove(setting);
            to.ifPresentOrElse(value -> set.put(setting, value), () -> set.remove(setting));
        }
        changed(setting, before, replies);
    }

    /// Takes everything back to what it was at the start.
    public void resetAll(Replies replies) {
        for (ClientSetting setting : ClientSetting.values()) {
            change(setting, Optional.empty(), false, replies);
        }
    }

    /// The transaction has ended, and with it what was set for it.
    ///
    /// @return what was set so
    public Set<ClientSetting> transactionEnded(Replies replies) {
        if (local.isEmpty()) {
            return Set.of();
        }
        Map<ClientSetting, String> gone = Map.copyOf(local);
        local.clear();
        gone.forEach((setting, value) -> changed(setting, value, replies));
        return gone.keySet();
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
