package telegraph.server.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.server.resp.Counts;
import telegraph.server.resp.Glob;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Answers what clients want to know of the server: INFO, CONFIG GET, COMMAND and TIME.
///
/// Threads: any.
final class Facts {
    /// The version of Redis whose commands these are; clients choose theirs by it.
    static final String REDIS_VERSION = "7.2.0";

    /// What CONFIG GET tells, since tools ask for it.
    private static final Map<String, String> CONFIG =
            Map.of(
                    "save", "",
                    "appendonly", "yes",
                    "databases", "1",
                    "maxmemory", "0",
                    "maxmemory-policy", "noeviction",
                    "proto-max-bulk-len", String.valueOf(RedisCommand.WORD_BYTES_MAX));

    private final Lobby lobby;

    Facts(Lobby lobby) {
        this.lobby = lobby;
    }

    /// `INFO [section …]`.
    String info(RedisCommand words) {
        Map<String, List<String>> sections = sections();
        boolean all = words.count() == 1;
        for (int i = 1; i < words.count(); i++) {
            all |= words.is(i, "ALL") || words.is(i, "DEFAULT") || words.is(i, "EVERYTHING");
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, List<String>> section : sections.entrySet()) {
            boolean wanted = all;
            for (int i = 1; i < words.count(); i++) {
                wanted |= words.is(i, section.getKey().toUpperCase(Locale.ROOT));
            }
            if (wanted) {
                text.append(text.isEmpty() ? "# " : "\r\n# ").append(section.getKey());
                section.getValue().forEach(line -> text.append("\r\n").append(line));
                text.append("\r\n");
            }
        }
        return text.toString();
    }

    private Map<String, List<String>> sections() {
        long seconds = lobby.age().toSeconds();
        Counts counts = lobby.counts();
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put(
                "Server",
                List.of(
                        "redis_version:" + REDIS_VERSION,
                        "server_name:telegraph",
                        "redis_mode:standalone",
                        "process_id:" + ProcessHandle.current().pid(),
                        "uptime_in_seconds:" + seconds,
                        "uptime_in_days:" + seconds / 86_400));
        sections.put("Clients", List.of("connected_clients:" + lobby.clients()));
        sections.put("Memory", List.of("waiting_commands_bytes:" + lobby.budget().taken()));
        sections.put("Persistence", List.of("loading:0", "aof_enabled:1"));
        sections.put(
                "Stats",
                List.of(
                        "total_commands_processed:" + counts.commands(),
                        "keyspace_hits:" + counts.hits(),
                        "keyspace_misses:" + counts.misses(),
                        "expired_keys:" + counts.expired()));
        sections.put("Replication", List.of("role:master", "connected_slaves:0"));
        List<String> keys = new ArrayList<>();
        lobby.keyspace()
                .size()
                .ifPresent(size -> keys.add("db0:keys=" + size + ",expires=0,avg_ttl=0"));
        sections.put("Keyspace", keys);
        return sections;
    }

    /// `CONFIG GET pattern …`; nothing can be set.
    void config(RedisCommand words, RedisReply reply) {
        if (!words.is(1, "GET") || words.count() < 3) {
            throw new RedisRefusal(
                    "ERR CONFIG takes GET and a name only: settings are given to telegraph serve"
                            + " by --set, or stand in telegraph.conf");
        }
        List<String> found = new ArrayList<>();
        for (int i = 2; i < words.count(); i++) {
            Glob glob = new Glob(words.text(i).toLowerCase(Locale.ROOT));
            CONFIG.keySet().stream()
                    .filter(name -> glob.matches(name) && !found.contains(name))
                    .forEach(found::add);
        }
        reply.map(found.size());
        for (String name : found) {
            reply.bulk(name);
            reply.bulk(CONFIG.get(name));
        }
    }

    /// `COMMAND [COUNT | DOCS … | INFO name … | LIST]`.
    void command(RedisCommand words, RedisReply reply) {
        if (words.count() == 1) {
            reply.array(Command.values().length);
            for (Command command : Command.values()) {
                command.describe(reply);
            }
        } else if (words.is(1, "COUNT")) {
            reply.whole(Command.values().length);
        } else if (words.is(1, "DOCS")) {
            reply.map(0);
        } else if (words.is(1, "LIST")) {
            reply.array(Command.values().length);
            for (Command command : Command.values()) {
                reply.bulk(command.title());
            }
        } else if (words.is(1, "INFO")) {
            reply.array(words.count() - 2);
            for (int i = 2; i < words.count(); i++) {
                Command command = Command.named(words.text(i));
                if (command == null) {
                    reply.nil();
                } else {
                    command.describe(reply);
                }
            }
        } else {
            throw new RedisRefusal(
                    "ERR unknown subcommand '" + words.text(1) + "'. Try COMMAND COUNT.");
        }
    }

    void time(RedisReply reply) {
        Instant now = lobby.now();
        reply.array(2);
        reply.bulk(String.valueOf(now.getEpochSecond()));
        reply.bulk(String.valueOf(now.getNano() / 1_000));
    }
}
