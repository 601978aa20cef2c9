package telegraph.sql.pgcatalog;

import java.util.Map;
import java.util.Optional;

/// Settings of PostgreSQL that programs ask for and that are one way only here.
///
/// Threads: any; immutable.
final class FixedSettings {
    /// The version of PostgreSQL whose catalog this one looks like.
    static final String VERSION = "15.0";

    static final Map<String, String> ALL =
            Map.ofEntries(
                    Map.entry("server_version", VERSION),
                    Map.entry("server_version_num", "150000"),
                    Map.entry("server_encoding", "UTF8"),
                    Map.entry("client_encoding", "UTF8"),
                    Map.entry("standard_conforming_strings", "on"),
                    Map.entry("integer_datetimes", "on"),
                    Map.entry("datestyle", "ISO, MDY"),
                    Map.entry("intervalstyle", "postgres"),
                    Map.entry("bytea_output", "hex"),
                    Map.entry("extra_float_digits", "1"),
                    Map.entry("max_identifier_length", "63"),
                    Map.entry("max_index_keys", "32"),
                    Map.entry("block_size", "8192"),
                    Map.entry("lc_collate", "C"),
                    Map.entry("lc_ctype", "C.UTF-8"),
                    Map.entry("default_tablespace", ""),
                    Map.entry("default_table_access_method", "heap"),
                    Map.entry("is_superuser", "on"),
                    Map.entry("in_hot_standby", "off"),
                    Map.entry("jit", "off"),
                    Map.entry("row_security", "on"),
                    Map.entry("quote_all_identifiers", "off"),
                    Map.entry("synchronize_seqscans", "off"),
                    Map.entry("idle_in_transaction_session_timeout", "0"),
                    Map.entry("client_min_messages", "notice"),
                    Map.entry("check_function_bodies", "on"),
                    Map.entry("enable_seqscan", "on"));

    private FixedSettings() {}

    static Optional<String> find(String name) {
        return Optional.ofNullable(ALL.get(name.toLowerCase(java.util.Locale.ROOT)));
    }
}
