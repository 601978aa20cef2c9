package telegraph.sql;

/// A statement being carried out.
///
/// Threads: any.
public interface Query {
    /// What messages and logs call it.
    String id();

    /// Makes the statement fail soon, unless it has ended.
    void cancel();

    /// Waits until the statement has ended and everything it held is free.
    void join() throws InterruptedException;
}
