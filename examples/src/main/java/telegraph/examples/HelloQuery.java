package telegraph.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// Asks a CSV file a question, which is all it takes to start.
///
/// Prints:
///
/// ```
/// [city, population]
/// [Lagos, 15388000]
/// [Jakarta, 10562088]
/// SELECT 2
/// ```
public final class HelloQuery {
    private static final String CITIES =
            """
            city,population
            Reykjavik,139875
            Jakarta,10562088
            Lagos,15388000
            """;

    private final PrintStream out;

    private HelloQuery(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("hello");
        new HelloQuery(System.out).run(folder);
    }

    /// @param folder an empty one, where the file and the sandbox go
    static void run(Path folder, PrintStream out) throws IOException, InterruptedException {
        new HelloQuery(out).run(folder);
    }

    private void run(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("cities.csv"), CITIES);
        String sql =
                "SELECT city, population FROM 'cities.csv' WHERE population > 1000000 ORDER BY 2 DESC";
        try (Telegraph telegraph =
                        Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
                Session session = telegraph.session()) {
            Query query = session.start(sql, this::show);
            query.join();
        }
    }

    /// Events come one at a time, in order. Snapshots and progress are for those who watch.
    private void show(Event event) {
        switch (event) {
            case Event.Columns shape ->
                    out.println(shape.columns().stream().map(column -> column.name()).toList());
            case Event.Rows more -> more.rows().forEach(row -> out.println(Arrays.toString(row)));
            case Event.End end -> out.println(end.tag());
            case Event.Failed failed -> out.println("error: " + failed.cause().getMessage());
            case Event.Notice notice -> out.println(notice.text());
            case Event.Snapshot passing -> {}
            case Event.Sources passing -> {}
            case Event.Routing passing -> {}
            case Event.Copy passing -> {}
        }
    }
}
