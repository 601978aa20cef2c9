package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import telegraph.ground.TelegraphException;

/// What statements came to: the lines of the last result, a header first, or the message of the
/// first failure.
public record Answer(
        List<String> rows, String error, TelegraphException cause, List<Event> events) {
    private static final Pattern COMPARED =
            Pattern.compile("([=<>]\\s*)(\\d{1,9}(?![\\w.])|'[^']*[^' ]')");

    private static final Pattern QUERY =
            Pattern.compile("\\s*(SELECT|WITH|VALUES|TABLE)\\b", Pattern.CASE_INSENSITIVE);

    public static Answer of(Telegraph telegraph, String script) throws InterruptedException {
        return of(telegraph, Session.split(script));
    }

    /// As [#of], but if the last of them is a query it is asked twice, the first time with other
    /// constants where it compares them, and this is the second answer.
    static Answer again(Telegraph telegraph, String script) throws InterruptedException {
        List<String> statements = Session.split(script);
        String last = statements.getLast();
        if (!QUERY.matcher(last).lookingAt() || Session.isChangeWithWith(last)) {
            return of(telegraph, statements);
        }
        try (Session session = telegraph.session()) {
            List<String> before = statements.subList(0, statements.size() - 1);
            Answer answer = before.isEmpty() ? null : of(session, before);
            if (answer != null && answer.error != null) {
                return answer;
            }
            of(session, List.of(withOtherConstants(last)));
            return of(session, List.of(last));
        }
    }

    /// Each constant behind a comparison's sign as another of its type.
    static String withOtherConstants(String query) {
        return COMPARED.matcher(query)
                .replaceAll(found ->
                        Matcher.quoteReplacement(found.group(1) + another(found.group(2))));
    }

    private static String another(String constant) {
        if (!constant.startsWith("'")) {
            long number = Long.parseLong(constant);
            return Long.toString(number == 0 ? 1 : number - 1);
        }
        int last = constant.length() - 2;
        char c = constant.charAt(last) == 'x' ? 'y' : 'x';
        return constant.substring(0, last) + c + "'";
    }

    private static Answer of(Telegraph telegraph, List<String> statements)
            throws InterruptedException {
        try (Session session = telegraph.session()) {
            return of(session, statements);
        }
    }

    private static Answer of(Session session, List<String> statements) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        try {
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
