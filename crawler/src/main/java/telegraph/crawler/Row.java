package telegraph.crawler;

/// Where an extension puts the values of its columns for one page.
///
/// Threads: the one it was handed to.
@FunctionalInterface
public interface Row {
    /// Sets a column, by its place in [PageModule#columns], to a value of the Java class that
    /// stands for its type; columns not set are NULL.
    ///
    /// | type                                    | class                                      |
    /// |-----------------------------------------|--------------------------------------------|
    /// | BOOLEAN, INTEGER, TEXT                  | `Boolean`, `Integer`, `String`             |
    /// | BIGINT                                  | `Long` or `Integer`                        |
    /// | DOUBLE                                  | any `Number`                               |
    /// | DECIMAL                                 | `BigDecimal`, `Long` or `Integer`          |
    /// | DATE, TIME, TIMESTAMP                   | `LocalDate`, `LocalTime`, `LocalDateTime`  |
    /// | INSTANT (TIMESTAMP WITH TIME ZONE)      | `Instant`                                  |
    void set(int column, Object value);
}
