package telegraph.sql.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import telegraph.engine.RoutingPolicy;
import telegraph.tables.catalog.SearchPath;

/// A known setting: its name, what values it takes, its value when nobody says otherwise, and what
/// it is for. Adding one here is all it takes to make it settable, shown and documented.
public enum Setting {
    MEMORY_LIMIT(new SettingKind.Bytes(1 << 20), "1GB", Scope.SESSION, "most memory of one query"),
    PROCESS_MEMORY_LIMIT(
            new SettingKind.Bytes(1 << 20),
            "4GB",
            Scope.PROCESS,
            "most memory of all queries together"),
    SPILL_LIMIT(
            new SettingKind.Bytes(0),
            "16GB",
            Scope.SESSION,
            "most disk space for what does not fit, and for each crawl that ends with its query"),
    TEXT_LIMIT(
            new SettingKind.Bytes(1024, 1 << 30),
            "16MB",
            Scope.SESSION,
            "longest text that an expression may make; what is read has limits of its own"),
    ROW_LIMIT(
            new SettingKind.Whole(0, Long.MAX_VALUE),
            "0",
            Scope.SESSION,
            "most rows of a result; 0 for any number"),
    TIME_LIMIT(
            new SettingKind.Span(), "0", Scope.SESSION, "longest a query may run; 0 for any time"),
    REQUESTS_MAX(
            new SettingKind.Whole(0, Long.MAX_VALUE),
            "0",
            Scope.SESSION,
            "most requests of one query to others; 0 for any number"),
    OPTIMIZE_FOR(
            new SettingKind.Choice(List.of("time", "requests")),
            "time",
            Scope.SESSION,
            "what routing saves: time, or requests to others, weighted by their price"),
    POLICY(
            new SettingKind.Choice(RoutingPolicy.NAMES),
            "rank",
            Scope.SESSION,
            "how tuples are routed"),
    WORKERS(
            new SettingKind.OrAuto(new SettingKind.Whole(1, 1024)),
            SettingKind.OrAuto.AUTO,
            Scope.SESSION,
            "threads that route tuples of one query; auto for one per core"),
    SEED(
            new SettingKind.Whole(Long.MIN_VALUE, Long.MAX_VALUE),
            "0",
            Scope.SESSION,
            "where all chance comes from"),
    ON_ERROR(
            new SettingKind.Choice(List.of("fail", "skip", "null")),
            "fail",
            Scope.SESSION,
            "what a failed request does to a query, where the source does not say"),
    LIVE(
            new SettingKind.Choice(List.of("auto", "on", "off")),
            "auto",
            Scope.SESSION,
            "whether the answer is shown while it grows; auto on a terminal only"),
    REPORT_INTERVAL(
            new SettingKind.Span(),
            "200ms",
            Scope.SESSION,
            "time between two reports of a running query"),
    ESTIMATES(
            new SettingKind.Choice(List.of("on", "off")),
            "on",
            Scope.SESSION,
            "whether aggregates are estimated while they run; off reads every source in its order"),
    CONFIDENCE(
            new SettingKind.Percent(),
            "95",
            Scope.SESSION,
            "how often an interval is to hold the truth, in percent"),
    CONFIDENCE_METHOD(
            new SettingKind.Choice(List.of("normal", "conservative")),
            "normal",
            Scope.SESSION,
            "where intervals come from; conservative ones need values of known bounds"),
    DEFAULT_TRANSACTION_ISOLATION(
            new SettingKind.Choice(
                    List.of(
                            "read uncommitted",
                            "read committed",
                            "repeatable read",
                            "serializable")),
            "read committed",
            Scope.SESSION,
            "isolation level of a transaction that says nothing of it"),
    DEFAULT_TRANSACTION_READ_ONLY(
            new SettingKind.Choice(List.of("on", "off")),
            "off",
            Scope.SESSION,
            "whether a transaction that says nothing of it may only read"),
    CATALOG_LIMIT(
            new SettingKind.Whole(1, 10_000_000),
            "100000",
            Scope.PROCESS,
            "most tables, views, sources and schemas"),
    PLAN_CACHE(
            new SettingKind.Bytes(0),
            "16MB",
            Scope.PROCESS,
            "memory for plans of queries that were asked before, beside that of queries; 0 to plan each anew"),
    STORE_CACHE(
            new SettingKind.Bytes(1 << 20),
            "64MB",
            Scope.PROCESS,
            "memory for pages of tables, beside that of queries"),
    DURABILITY(
            new SettingKind.Choice(List.of("sync", "relaxed")),
            "sync",
            Scope.PROCESS,
            "what a commit waits for: the disk, or only the system, which a power cut takes with it"),
    CHECKPOINT_SIZE(
            new SettingKind.Bytes(1 << 20),
            "64MB",
            Scope.PROCESS,
            "log written between two checkpoints; more of it makes a start after a crash longer"),
    LOCK_TIMEOUT(
            new SettingKind.Span(),
            "60s",
            Scope.SESSION,
            "longest a transaction waits for a lock; 0 for any time"),
    SEARCH_PATH(
            new SettingKind.Schemas(),
            SearchPath.INITIAL,
            Scope.SESSION,
            "schemas in which names without one are looked for, in order; in the first of them that is there,"
                    + " such a name is made"),
    LOCK_ESCALATION(
            new SettingKind.Whole(1, Integer.MAX_VALUE),
            "5000",
            Scope.PROCESS,
            "rows of one table that a transaction locks before it locks all of it, if memory for locks is short"),
    ALLOWED_FOLDERS(
            new SettingKind.OrAuto(new SettingKind.Folders()),
            SettingKind.OrAuto.AUTO,
            Scope.PROCESS,
            "where files of statements may lie; auto for anywhere, or the sandbox's folder files when"
                    + " served to others"),
    HTTP_ADDRESSES(
            new SettingKind.Choice(List.of("auto", "any", "remote", "public")),
            "auto",
            Scope.PROCESS,
            "what sources may ask: any address, remote for those of other machines but not link-local"
                    + " ones or a cloud's metadata, public for those of no private network either;"
                    + " auto for any, or remote when served to others"),
    HTTP_CACHE_TTL(
            new SettingKind.OrAuto(new SettingKind.Span()),
            SettingKind.OrAuto.AUTO,
            Scope.PROCESS,
            "how long a response may be used again; auto for as long as the site says"),
    HTTP_CACHE_LIMIT(
            new SettingKind.Bytes(0), "256MB", Scope.PROCESS, "most disk space for responses kept"),
    HTTP_BODY_LIMIT(
            new SettingKind.Bytes(1024), "64MB", Scope.PROCESS, "largest response, unpacked"),
    HTTP_TIMEOUT(
            new SettingKind.Span(),
            "30s",
            Scope.PROCESS,
            "longest a request may take, where the source does not say"),
    HTTP_HOST_CONCURRENCY(
            new SettingKind.Whole(1, 65_536),
            "256",
            Scope.PROCESS,
            "most requests in flight to one host"),
    HTTP_TOTAL_CONCURRENCY(
            new SettingKind.Whole(1, 65_536), "512", Scope.PROCESS, "most requests in flight"),
    KEY_FLUSH(
            new SettingKind.Choice(List.of("on", "off")),
            "off",
            Scope.PROCESS,
            "whether key-value clients may delete all keys at once, by FLUSHDB"),
    CONNECTIONS_LIMIT(
            new SettingKind.OrAuto(new SettingKind.Whole(1, 10_000_000)),
            SettingKind.OrAuto.AUTO,
            Scope.PROCESS,
            "most connections to a server; auto for as many as the system lets it open, less 1000"),
    ADDRESS_CONNECTIONS_LIMIT(
            new SettingKind.OrAuto(new SettingKind.Whole(1, 10_000_000)),
            SettingKind.OrAuto.AUTO,
            Scope.PROCESS,
            "most connections to a server from one address; auto for 1000, and any from its own"
                    + " machine"),
    STATEMENT_SIZE_LIMIT(
            new SettingKind.Bytes(1024), "16MB", Scope.PROCESS, "longest statement a server takes"),
    QUERIES_LIMIT(
            new SettingKind.Whole(1, 10_000),
            "64",
            Scope.PROCESS,
            "most statements a server carries out at once; more wait for their turn"),
    USER_QUERIES_LIMIT(
            new SettingKind.Whole(1, 10_000),
            "32",
            Scope.PROCESS,
            "most statements a server carries out at once for one user; more wait for their turn"),
    QUEUED_QUERIES_LIMIT(
            new SettingKind.Whole(0, 1_000_000),
            "1000",
            Scope.PROCESS,
            "most statements that wait for their turn; more are refused"),
    STATEMENT_TIME_LIMIT(
            new SettingKind.Span(),
            "0",
            Scope.PROCESS,
            "longest a server carries out a statement, whatever time_limit says; 0 for any time"),
    RESULT_BUFFER(
            new SettingKind.Bytes(4096),
            "64KB",
            Scope.PROCESS,
            "most of a result that waits for one client to read it, before its query waits"),
    LOGIN_TIMEOUT(
            new SettingKind.Span(),
            "10s",
            Scope.PROCESS,
            "longest a client may take to say who it is; 0 for any time"),
    CLIENT_READ_TIMEOUT(
            new SettingKind.Span(),
            "5min",
            Scope.PROCESS,
            "longest a client may read nothing while its result waits; 0 for any time"),
    SLOW_QUERY_TIME(
            new SettingKind.Span(),
            "10s",
            Scope.PROCESS,
            "from when on a server logs a statement as slow; 0 for never"),
    LOG_QUERIES(
            new SettingKind.Choice(List.of("none", "slow", "all")),
            "all",
            Scope.PROCESS,
            "which statements a server logs; slow for those, and those that failed"),
    HTTP_CORS_ORIGINS(
            new SettingKind.Origins(),
            SettingKind.Origins.NONE,
            Scope.PROCESS,
            "web sites whose pages may ask a server, such as https://example.org");

    /// Until when a setting can change.
    public enum Scope {
        /// At any time, by SET, for the statements that follow in the session.
        SESSION,
        /// Until Telegraph starts, since what it governs is shared by all sessions.
        PROCESS
    }

    private final SettingKind kind;
    private final String initial;
    private final Scope scope;
    private final String purpose;

    Setting(SettingKind kind, String initial, Scope scope, String purpose) {
        this.kind = kind;
        this.initial = initial;
        this.scope = scope;
        this.purpose = purpose;
    }

    /// The name in lower case, as users write it.
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    public SettingKind kind() {
        return kind;
    }

    public String initial() {
        return initial;
    }

    public Scope scope() {
        return scope;
    }

    public String purpose() {
        return purpose;
    }

    public static Optional<Setting> find(String name) {
        Setting written = Titles.ALL.get(name);
        return Optional.ofNullable(
                written != null ? written : Titles.ALL.get(name.toLowerCase(Locale.ROOT)));
    }

    /// All of them by the names that users write.
    private static final class Titles {
        static final Map<String, Setting> ALL =
                Arrays.stream(values())
                        .collect(Collectors.toUnmodifiableMap(Setting::title, setting -> setting));
    }
}
