package telegraph.server.redis;

import telegraph.server.resp.RedisRefusal;

/// What a connection knows of its client.
///
/// Threads: written by the connection's loop; others may read what was there a moment ago.
final class RedisClient {
    /// Why a command is not carried out for somebody who has not said who it is.
    static final RedisRefusal UNKNOWN = new RedisRefusal("NOAUTH Authentication required.");

    /// Who comes in where nobody has to prove anything.
    static final String DEFAULT_USER = "default";

    private final long id;
    private volatile boolean known;
    private volatile int version = 2;
    private volatile String user = DEFAULT_USER;
    private volatile String name = "";
    private volatile String library = "";

    RedisClient(long id, boolean known) {
        this.id = id;
        this.known = known;
    }

    long id() {
        return id;
    }

    /// Whether it may ask for keys.
    boolean isKnown() {
        return known;
    }

    void known(String as) {
        user = as;
        known = true;
    }

    /// Makes it as it was when it came.
    void reset(boolean knownFromTheStart) {
        known = knownFromTheStart;
        user = DEFAULT_USER;
        version = 2;
        name = "";
    }

    /// Of the protocol, 2 or 3.
    int version() {
        return version;
    }

    void version(int chosen) {
        version = chosen;
    }

    String user() {
        return user;
    }

    String name() {
        return name;
    }

    void name(String chosen) {
        name = chosen;
    }

    /// What it says of the library it uses, such as `lib-name=jedis lib-ver=8`.
    String library() {
        return library;
    }

    void library(String told) {
        library = told;
    }
}
