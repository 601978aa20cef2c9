package telegraph.cli.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.cli.FakeTicker;
import telegraph.cli.format.Format;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;

final class PrinterTest {
    private final StringWriter read = new StringWriter();
    private final BufferedWriter out = new BufferedWriter(read);
    private final StringWriter errors = new StringWriter();
    private final Printer printer =
            new Printer(Format.CSV.writer(out), out, Screen.plain(errors), new FakeTicker());

    @Test
    void whoeverReadsCanFollowASlowQuery() throws Exception {
        printer.accept(
                new Event.Columns(
                        List.of(
                                new ResultColumn("snapshot", "BIGINT"),
                                new ResultColumn("n", "BIGINT"),
                                new ResultColumn("n_error", "DOUBLE PRECISION"),
                                new ResultColumn("basis", "TEXT"))));
        printer.accept(row(1L, 120L, null, "so-far"));
        assertEquals("", read.toString());
        printer.accept(new Event.Sources(List.of()));
        assertEquals("snapshot,n,n_error,basis\n1,120,,so-far\n", read.toString());
        printer.accept(row(2L, 3_000L, 41.5, "sampled"));
        printer.accept(new Event.Sources(List.of()));
        assertEquals(
                "snapshot,n,n_error,basis\n1,120,,so-far\n2,3000,41.5,sampled\n", read.toString());
    }

    @Test
    void noticesAndSnapshotsStayOutOfTheResult() throws Exception {
        printer.accept(new Event.Columns(List.of(new ResultColumn("n", "BIGINT"))));
        printer.accept(
                new Event.Snapshot(
                        List.<Object[]>of(new Object[] {1L}),
                        List.of(Mark.none(1, "")),
                        new boolean[] {true},
                        1,
                        0.5,
                        ""));
        printer.accept(new Event.Notice("flights: 41 of 337 pages read (12 %)"));
        printer.accept(row(7L));
        printer.accept(new Event.End("SELECT 1", 1, 1, List.of(), List.of()));
        out.flush();
        assertEquals("n\n7\n", read.toString());
        assertEquals("notice: flights: 41 of 337 pages read (12 %)\n", errors.toString());
    }

    private static Event row(Object... values) {
        return new Event.Rows(List.<Object[]>of(values));
    }
}
