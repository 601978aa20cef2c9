package telegraph.sql.session;

import telegraph.sql.SessionClient;
import telegraph.sql.Settings;
import telegraph.sql.sandbox.OpenSandbox;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;

/// What a session keeps from statement to statement.
///
/// Threads: any.
public final class SessionState {
    private final OpenSandbox sandbox;
    private final Settings settings;
    private final Transactions transactions;
    private final PreparedTexts prepared = new PreparedTexts();
    private final CurrentValues current = new CurrentValues();
    private final SessionLocks locks;
    private volatile SessionClient client;

    public SessionState(
            OpenSandbox sandbox,
            Settings settings,
            Transactions transactions,
            SessionClient client) {
        this.sandbox = sandbox;
        this.settings = settings;
        this.transactions = transactions;
        this.client = client;
        this.locks = new SessionLocks(sandbox.locks());
    }

    /// Says who the session is with.
    public void introduce(SessionClient who) {
        client = who;
    }

    /// Who it is with.
    public String user() {
        return client.user();
    }

    /// What whoever it is with calls the sandbox.
    public String database() {
        return client.database();
    }

    /// The catalog as a transaction of the session sees it, for whom it is with now.
    public SessionCatalog catalog(TransactionWork work) {
        return new SessionCatalog(sandbox, settings, work, client, current, locks);
    }

    public Transactions transactions() {
        return transactions;
    }

    /// The numbers that it was given of sequences.
    public CurrentValues current() {
        return current;
    }

    /// The advisory locks that it holds.
    public SessionLocks locks() {
        return locks;
    }

    /// What PREPARE has named.
    public PreparedTexts prepared() {
        return prepared;
    }
}
