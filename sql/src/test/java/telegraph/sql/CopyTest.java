package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// COPY from and to a client, through a session that was given an input.
class CopyTest {
    private static final List<String> TYPES = List.of("integer", "character varying(5)", "boolean");

    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        session = telegraph.session();
        run("CREATE TABLE t (a INTEGER PRIMARY KEY, b VARCHAR(5), c BOOLEAN)", "");
    }

    @AfterEach
    void close() {
        session.close();
        long used = telegraph.memoryUsed();
        telegraph.close();
        assertEquals(0, used);
    }

    private List<Event> run(String sql, String input) throws InterruptedException {
        return run(sql, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    }

    private List<Event> run(String sql, InputStream input) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(telegraph.nextQueryId(), sql, events::add, input).join();
        return events;
    }

    private static String tag(List<Event> events) {
        return switch (events.getLast()) {
            case Event.End end -> end.tag();
            case Event.Failed failed -> failed.cause().state() + ": " + failed.cause().getMessage();
            default -> "no end";
        };
    }

    private static String lines(List<Event> events) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Event event : events) {
            if (event instanceof Event.Copy.Lines lines) {
                all.writeBytes(lines.bytes());
            }
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesOfTextGoIntoATableAndComeBack() throws InterruptedException {
        String lines = "1\tx y\tt\n2\t\\N\tf\n3\t\\t\t\\N\n";
        List<Event> in = run("COPY t FROM STDIN", lines);
        assertEquals(new Event.Copy.In(TYPES, false), in.getFirst());
        assertEquals("COPY 3", tag(in));
        List<Event> out = run("COPY t TO STDOUT", "");
        assertEquals(new Event.Copy.Out(TYPES, false), out.getFirst());
        assertEquals(lines, lines(out));
        assertEquals("COPY 3", tag(out));
    }

    @Test
    void csvHasAHeaderAndSomeColumns() throws InterruptedException {
        assertEquals(
                "COPY 2",
                tag(run("COPY t (b, a) FROM STDIN (FORMAT csv, HEADER)", "b,a\n\"x,\",1\n,2\n")));
        assertEquals(
                "a;b\n1;x,\n2;-\n",
                lines(
                        run(
                                "COPY (SELECT a, b FROM t ORDER BY a) TO STDOUT WITH CSV HEADER"
                                        + " DELIMITER ';' NULL '-'",
                                "")));
    }

    @Test
    void aMistakeIsToldWithItsLineAndColumn() throws InterruptedException {
        assertEquals(
                "INVALID_TEXT_REPRESENTATION",
                tag(run("COPY t FROM STDIN", "1\tx\tt\ny\tx\tt\n")).split(":")[0]);
        assertEquals(
                "(COPY t, line 2, column a)",
                place(run("COPY t FROM STDIN", "1\tx\tt\ny\tx\tt\n")));
        assertEquals(
                "(COPY t, line 1, column b)", place(run("COPY t FROM STDIN", "1\tlonger\tt\n")));
        assertEquals("(COPY t, line 2)", place(run("COPY t FROM STDIN", "1\tx\tt\n1\tx\tt\n")));
        assertEquals(
                "BAD_COPY_FILE: missing data for column \"b\" (COPY t, line 1)",
                tag(run("COPY t FROM STDIN", "1\n")));
        assertEquals(
                "BAD_COPY_FILE: extra data after last expected column (COPY t, line 1)",
                tag(run("COPY t FROM STDIN", "1\tx\tt\tz\n")));
        assertEquals("", lines(run("COPY t TO STDOUT", "")));
    }

    /// Lines with these keys, in CSV with a header.
    private static String csv(IntStream keys) {
        return keys.mapToObj(key -> key + ",x,t\n").collect(Collectors.joining("", "a,b,c\n", ""));
    }

    @Test
    void aKeyThatIsThereTwiceIsToldOfTheLineThatHasItAgain() throws InterruptedException {
        String copy = "COPY t FROM STDIN (FORMAT csv, HEADER)";
        IntUnaryOperator mixed = i -> i * 7_919 % 65_537;
        Map<String, String> inputs =
                Map.of(
                        csv(IntStream.concat(IntStream.range(0, 3_000), IntStream.of(2_999))),
                        "(COPY t, line 3002)",
                        csv(IntStream.concat(IntStream.range(0, 3_000), IntStream.of(5, 4))),
                        "(COPY t, line 3002)",
                        csv(IntStream.range(0, 3_000).map(i -> mixed.applyAsInt(i % 2_500))),
                        "(COPY t, line 2502)",
                        csv(IntStream.concat(IntStream.of(1, 1), IntStream.range(2, 900)))
                                + "y,x,t\n",
                        "(COPY t, line 3)",
                        csv(IntStream.range(0, 3_000).map(i -> mixed.applyAsInt(i % 2_500)))
                                + "y,x,t\n",
                        "(COPY t, line 2502)",
                        csv(IntStream.range(0, 3_000).map(mixed)) + "y,x,t\n",
                        "(COPY t, line 3002, column a)");
        for (Map.Entry<String, String> input : inputs.entrySet()) {
            assertEquals(input.getValue(), place(run(copy, input.getKey())));
            assertEquals("", lines(run("COPY t TO STDOUT", "")));
        }
        assertEquals("COPY 3000", tag(run(copy, csv(IntStream.range(0, 3_000).map(mixed)))));
        assertEquals("COPY 3000", tag(run("COPY (SELECT a FROM t ORDER BY a) TO STDOUT", "")));
    }

    private static String place(List<Event> events) {
        String said = tag(events);
        return said.substring(Math.max(0, said.lastIndexOf('(')));
    }

    @Test
    void anInputThatFailsFailsTheStatementAndNothingOfItLasts() throws InterruptedException {
        InputStream broken =
                new InputStream() {
                    private final byte[] line = {'1', '\t', 'x', '\t', 't', '\n'};
                    private int at;

                    @Override
                    public int read() throws IOException {
                        if (at == line.length) {
                            throw TelegraphException.of(SqlState.CANCELLED, "the client gave up");
                        }
                        return line[at++];
                    }
                };
        List<Event> events = run("COPY t FROM STDIN", broken);
        TelegraphException cause = assertInstanceOf(Event.Failed.class, events.getLast()).cause();
        assertEquals(SqlState.CANCELLED, cause.state());
        assertEquals("", lines(run("COPY t TO STDOUT", "")));
    }

    @Test
    void manyLinesComeInPiecesOfWholeLines() throws InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            lines.append(i).append("\tabc\tt\n");
        }
        assertEquals(
                "COPY 20000", tag(run("COPY t FROM STDIN WITH (FREEZE ON)", lines.toString())));
        List<Event> out = run("COPY (SELECT * FROM t ORDER BY a) TO STDOUT", "");
        assertEquals(lines.toString(), lines(out));
        assertEquals(
                true,
                out.stream().filter(Event.Copy.Lines.class::isInstance).count() > 3
                        && out.stream()
                                .filter(Event.Copy.Lines.class::isInstance)
                                .map(Event.Copy.Lines.class::cast)
                                .allMatch(
                                        piece -> piece.bytes()[piece.bytes().length - 1] == '\n'));
    }
}
