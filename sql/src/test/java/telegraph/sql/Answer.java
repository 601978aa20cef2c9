package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import telegraph.ground.TelegraphException;

/// What statements came to: the lines of the last result, a header first, or the message of the
/// first failure.
public record Answer(
        List<String> rows, String error, TelegraphException cause, List<Event> events) {
    private static final Pattern QUERY =
            Pattern.compile("\\s*(SELECT|WITH|VALUES|TABLE)\\b", Pattern.CASE_INSENSITIVE);

    public static Answer of(Telegraph telegraph, String script) throws InterruptedException {
        return of(telegraph, Session.split(script));
    }

    /// As [#of], but if the last of them is a query it is asked twice, and this is the second
    /// answer.
    static Answer again(Telegraph telegraph, String script) throws InterruptedException {
        List<String> statements = new ArrayList<>(Session.split(script));
        if (QUERY.matcher(statements.getLast()).lookingAt()) {
            statements.add(statements.getLast());
        }
        return of(telegraph, statements);
    }

    private static Answer of(Telegraph telegraph, List<String> statements)
            throws InterruptedException {
        List<Event> events = new ArrayList<>();
        try (Session session = telegraph.session()) {
            for (String statement : statements) {
                events.clear();
                session.start(statement, events::add).join();
                Event last = events.getLast();
                if (last instanceof Event.Failed failed) {
                    return new Answer(
                            List.of(), failed.cause().getMessage(), failed.cause(), events);
                }
            }
        } catch (TelegraphException e) {
            return new Answer(List.of(), e.getMessage(), e, events);
        }
        return new Answer(lines(events), null, null, events);
    }

    /// The lines of a result, a header first; none if there is no result.
    static List<String> lines(List<Event> events) {
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            switch (event) {
                case Event.Columns columns ->
                        lines.add(
                                columns.columns().stream()
                                        .map(ResultColumn::name)
                                        .collect(Collectors.joining(",")));
                case Event.Rows rows -> rows.rows().forEach(row -> lines.add(line(row)));
                case Event.Snapshot _,
                        Event.Sources _,
                        Event.Routing _,
                        Event.Copy _,
                        Event.Notice _,
                        Event.End _,
                        Event.Failed _ -> {}
            }
        }
        return lines;
    }

    private static String line(Object[] row) {
        List<String> fields = new ArrayList<>();
        for (Object value : row) {
            String text = value == null ? "" : CellText.of(value);
            boolean quoted = value != null && (text.isEmpty() || text.matches("(?s).*[,\"\n].*"));
            fields.add(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
        }
        return String.join(",", fields);
    }
}
