package telegraph.server.door;

/// A question that whoever opens the page may begin with.
///
/// @param name short, and its own
/// @param title the question in words
/// @param why what is remarkable about it
/// @param sql the question in SQL
public record Example(String name, String title, String why, String sql) {}
