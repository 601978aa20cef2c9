package telegraph.bench.doors;

/// Where a server that speaks PostgreSQL's protocol listens on this machine, and as whom one comes.
record Address(int port, String user, String database) {
    private static final String HOST = "127.0.0.1";

    /// Where one of ours listens, which says so once.
    static Address of(Child server) {
        return new Address((int) server.numbers("ports")[0], "bench", "telegraph");
    }

    /// For JDBC.
    String url() {
        return "jdbc:postgresql://"
                + HOST
                + ":"
                + port
                + "/"
                + database
                + "?user="
                + user
                + "&prepareThreshold=1";
    }

    /// For what is made of PostgreSQL's own library of clients.
    String conninfo() {
        return "host=" + HOST + " port=" + port + " user=" + user + " dbname=" + database;
    }
}
