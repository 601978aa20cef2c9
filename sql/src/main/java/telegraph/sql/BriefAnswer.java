package telegraph.sql;

import java.util.List;

/// The whole answer of a query that was carried out by the thread that asked it.
///
/// @param notices what the user should know
public record BriefAnswer(
        List<ResultColumn> columns, List<Object[]> rows, List<String> notices, Event.End end) {}
