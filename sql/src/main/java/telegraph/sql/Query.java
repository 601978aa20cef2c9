package telegraph.sql;

/// A statement being carried out.
///
/// Threads: any.
public interface Query {
    /// What messages and logs call it.
    String id();

    /// Makes the statement fail soon, unless it has ended.
    void cancel();

    /// As [#cancel()]; the failure's message says why.
    void cancel(String why);

    /// Ends the statement soon, since nobody wants its rows any more. Other than one that is
    /// cancelled, a query that is abandoned does not fail the transaction it is in.
    void abandon();

    /// Waits until the statement has ended and everything it held is free.
    void join() throws InterruptedException;

    /// Bytes it holds now.
    long memory();

    /// The most bytes it held at once.
    long memoryPeak();
}
