package telegraph.crawler;

/// Where an extension puts the values of its columns for one page.
///
/// Threads: the one it was handed to.
@FunctionalInterface
public interface Row {
    /// Sets a column, by its place in [PageModule#columns], to a value of the Java class that
    /// stands for its type; columns not set are NULL.
    void set(int column, Object value);
}
