package telegraph.sql;

/// What a session keeps from statement to statement.
///
/// Threads: any.
final class SessionState {
    private final OpenSandbox sandbox;
    private final Settings settings;
    private final Transactions transactions;
    private final PreparedTexts prepared = new PreparedTexts();
    private volatile SessionClient client;

    SessionState(OpenSandbox sandbox, Settings settings, Transactions transactions) {
        this.sandbox = sandbox;
        this.settings = settings;
        this.transactions = transactions;
        this.client = SessionClient.local(sandbox.world().user());
    }

    /// Says who the session is with.
    void introduce(SessionClient who) {
        client = who;
    }

    /// The catalog as a transaction of the session sees it, for whom it is with now.
    SessionCatalog catalog(TransactionWork work) {
        return new SessionCatalog(sandbox, settings, work, client);
    }

    Transactions transactions() {
        return transactions;
    }

    /// What PREPARE has named.
    PreparedTexts prepared() {
        return prepared;
    }
}
