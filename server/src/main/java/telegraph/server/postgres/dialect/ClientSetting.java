package telegraph.server.postgres.dialect;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A parameter of PostgreSQL that clients set or ask for as a matter of course.
///
/// Some mean something here; some can only have the value that Telegraph has anyway; the rest are
/// remembered and mean nothing, since what they govern is done otherwise here.
public enum ClientSetting {
    APPLICATION_NAME("application_name", "", true),
    BYTEA_OUTPUT("bytea_output", "hex", false, "hex"),
    CHECK_FUNCTION_BODIES("check_function_bodies", "on", false),
    CLIENT_ENCODING("client_encoding", "UTF8", true, "UTF8", "UTF-8", "UNICODE"),
    CLIENT_MIN_MESSAGES("client_min_messages", "notice", false),
    DATE_STYLE("DateStyle", "ISO, MDY", true),
    DEFAULT_TABLE_ACCESS_METHOD("default_table_access_method", "heap", false),
    DEFAULT_TABLESPACE("default_tablespace", "", false),
    DEFAULT_WITH_OIDS("default_with_oids", "off", false, "off", "false"),
    ESCAPE_STRING_WARNING("escape_string_warning", "on", false),
    EXTRA_FLOAT_DIGITS("extra_float_digits", "1", false),
    GEQO("geqo", "on", false),
    IDLE_IN_TRANSACTION("idle_in_transaction_session_timeout", "0", false),
    IDLE_SESSION("idle_session_timeout", "0", false),
    IN_HOT_STANDBY("in_hot_standby", "off", true, "off"),
    INTEGER_DATETIMES("integer_datetimes", "on", true, "on"),
    INTERVAL_STYLE("IntervalStyle", "postgres", true, "postgres"),
    IS_SUPERUSER("is_superuser", "on", true, "on"),
    JIT("jit", "off", false),
    LC_MESSAGES("lc_messages", "C", false),
    LC_MONETARY("lc_monetary", "C", false),
    LC_NUMERIC("lc_numeric", "C", false),
    LC_TIME("lc_time", "C", false),
    LOCK_TIMEOUT("lock_timeout", "0", false),
    MAINTENANCE_WORK_MEM("maintenance_work_mem", "64MB", false),
    MAX_IDENTIFIER_LENGTH("max_identifier_length", "63", false, "63"),
    PASSWORD_ENCRYPTION("password_encryption", "scram-sha-256", false),
    QUOTE_ALL_IDENTIFIERS("quote_all_identifiers", "off", false),
    ROLE("role", "none", false),
    ROW_SECURITY("row_security", "on", false),
    SEARCH_PATH("search_path", "\"$user\", public", false),
    SERVER_ENCODING("server_encoding", "UTF8", true, "UTF8"),
    SERVER_VERSION("server_version", Version.TEXT, true, Version.TEXT),
    SERVER_VERSION_NUM("server_version_num", Version.NUMBER, false, Version.NUMBER),
    SESSION_AUTHORIZATION("session_authorization", "", true),
    STANDARD_CONFORMING_STRINGS("standard_conforming_strings", "on", true, "on"),
    STATEMENT_TIMEOUT("statement_timeout", "0", false),
    SYNCHRONOUS_COMMIT("synchronous_commit", "on", false),
    SYNCHRONIZE_SEQSCANS("synchronize_seqscans", "on", false),
    TIME_ZONE("TimeZone", "UTC", true),
    TRANSACTION_TIMEOUT("transaction_timeout", "0", false),
    WORK_MEM("work_mem", "4MB", false),
    XML_OPTION("xmloption", "content", false);

    /// What the server calls itself.
    private static final class Version {
        private static final String TEXT = "15.0 (Telegraph 0.1.0)";
        private static final String NUMBER = "150000";

        private Version() {}
    }

    private static final ClientSetting[] ALL = values();

    private final String title;
    private final String initial;
    private final boolean reported;
    private final List<String> possible;
    private final Optional<ClientSetting> found = Optional.of(this);

    /// @param reported whether clients are told its value at the start and when it changes
    /// @param possible the values it can have, the first of them what is shown; any if none
    ClientSetting(String title, String initial, boolean reported, String... possible) {
        this.title = title;
        this.initial = initial;
        this.reported = reported;
        this.possible = List.of(possible);
    }

    public static Optional<ClientSetting> find(String name) {
        for (ClientSetting setting : ALL) {
            if (setting.title.equalsIgnoreCase(name)) {
                return setting.found;
            }
        }
        return Optional.empty();
    }

    public String title() {
        return title;
    }

    /// The setting of Telegraph that takes its value, if there is one.
    public Optional<String> governed() {
        return switch (this) {
            case STATEMENT_TIMEOUT -> Optional.of("time_limit");
            case LOCK_TIMEOUT -> Optional.of("lock_timeout");
            case SEARCH_PATH -> Optional.of("search_path");
            default -> Optional.empty();
        };
    }

    /// Whether it says nothing of who the session is with.
    public boolean isFree() {
        return this != SESSION_AUTHORIZATION && this != ROLE;
    }

    /// The statement that gives that setting a value.
    public Optional<String> governing(String value) {
        return governed()
                .map(name -> "SET " + name + " = '" + told(value).replace("'", "''") + "'");
    }

    /// A value as that setting takes it.
    public String told(String value) {
        return isOfNames() ? value : Timeout.limit(value);
    }

    String initial() {
        return initial;
    }

    boolean isReported() {
        return reported;
    }

    /// Whether its value is a list of names.
    boolean isOfNames() {
        return this == SEARCH_PATH;
    }

    /// A value as it is kept and shown.
    ///
    /// @throws TelegraphException if it cannot have this value
    public String checked(String value) {
        return switch (this) {
            case TIME_ZONE -> zone(value);
            case DATE_STYLE -> dateStyle(value);
            case CLIENT_MIN_MESSAGES -> level(value);
            case STATEMENT_TIMEOUT, LOCK_TIMEOUT -> Timeout.checked(title, value);
            // Some clients put quotes around the name of the encoding, which PostgreSQL overlooks.
            case CLIENT_ENCODING -> possible(value.replace("'", ""));
            default -> possible(value);
        };
    }

    private String level(String value) {
        String level = value.equalsIgnoreCase("debug") ? "debug2" : value.toLowerCase(Locale.ROOT);
        if (!ClientSettings.LEVELS.contains(level)) {
            throw refused(value, "it is one of " + String.join(", ", ClientSettings.LEVELS));
        }
        return level;
    }

    private String possible(String value) {
        if (!possible.isEmpty()
                && possible.stream().noneMatch(each -> each.equalsIgnoreCase(value))) {
            throw refused(value, "it is always " + possible.getFirst());
        }
        return possible.isEmpty() ? value : possible.getFirst();
    }

    private String zone(String value) {
        try {
            return value.equalsIgnoreCase("utc") ? "UTC" : ZoneId.of(value).getId();
        } catch (DateTimeException e) {
            throw refused(value, "a zone has a name such as Europe/Berlin, or is UTC");
        }
    }

    /// Days are written as ISO does; the order of day and month means nothing then.
    private String dateStyle(String value) {
        String order = "MDY";
        for (String part : value.split(",")) {
            switch (part.strip().toUpperCase(Locale.ROOT)) {
                case "ISO", "DEFAULT" -> {}
                case "MDY", "US", "NONEURO", "NONEUROPEAN" -> order = "MDY";
                case "DMY", "EURO", "EUROPEAN" -> order = "DMY";
                case "YMD" -> order = "YMD";
                default -> throw refused(value, "days are written as ISO does");
            }
        }
        return "ISO, " + order;
    }

    private TelegraphException refused(String value, String rule) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "invalid value for parameter \"" + title + "\": \"" + value + "\" (" + rule + ")");
    }
}
