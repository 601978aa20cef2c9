package telegraph.bench.tpch;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import telegraph.bench.doors.Child;

/// A peer in a process of its own, so that its memory is told from that of others.
///
/// The child obeys lines, `ask QUERY SECONDS FILE`: it writes the answer to the file and says
/// `millis N`, `late` or `failed REASON`.
///
/// Threads: one.
public final class PeerProcess implements AutoCloseable {
    private final String name;
    private final Child child;
    private final Path answers;

    /// Who answers.
    public enum Kind {
        TELEGRAPH,
        DUCKDB,
        H2,
        CALCITE
    }

    /// What one question led to.
    ///
    /// @param millis until the whole answer was there, or NaN if there was none
    /// @param peakBytes the most memory the process had meanwhile
    /// @param trouble why there is no answer, or ""
    public record Answered(
            double millis, double cpuMillis, long peakBytes, List<Object[]> rows, String trouble) {}

    private PeerProcess(String name, Child child, Path answers) {
        this.name = name;
        this.child = child;
        this.answers = answers;
    }

    /// Starts a peer and has it make the tables known.
    public static PeerProcess start(
            Kind kind, int threads, TpchTables data, TpchTables.Format format) throws IOException {
        Child child =
                Child.java(
                        PeerProcess.class,
                        List.of("-XX:MaxRAMPercentage=50", "-XX:ActiveProcessorCount=" + threads),
                        kind.name(),
                        "" + threads,
                        data.folder().toString(),
                        format.name());
        child.await("ready");
        return new PeerProcess(
                kind.name().toLowerCase(java.util.Locale.ROOT),
                child,
                Files.createTempFile("answer", ".rows"));
    }

    public String name() {
        return name;
    }

    public Answered ask(TpchQuery query, int seconds) throws IOException, ClassNotFoundException {
        child.forgetPeak();
        double before = child.cpuMicros();
        child.tell("ask " + query.number() + " " + seconds + " " + answers);
        String[] said = child.await("answered").split(" ", 2);
        double cpu = (child.cpuMicros() - before) / 1_000;
        long peak = child.memoryPeak();
        if (!said[0].equals("millis")) {
            return new Answered(Double.NaN, cpu, peak, List.of(), said[said.length - 1]);
        }
        List<Object[]> rows = new ArrayList<>();
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(answers))) {
            for (int left = in.readInt(); left > 0; left--) {
                rows.add((Object[]) in.readObject());
            }
        }
        return new Answered(Double.parseDouble(said[1]), cpu, peak, rows, "");
    }

    @Override
    public void close() throws IOException {
        child.close();
        Files.deleteIfExists(answers);
    }

    /// The child.
    ///
    /// @param arguments who answers, with how many threads, the folder, the format
    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        try (Peer peer =
                        switch (Kind.valueOf(arguments[0])) {
                            case TELEGRAPH -> new TelegraphPeer(threads, "8GB");
                            case DUCKDB -> JdbcPeer.duckDb(threads);
                            case H2 -> JdbcPeer.h2();
                            case CALCITE -> new CalcitePeer();
                        };
                Scanner lines = new Scanner(System.in)) {
            peer.open(
                    new TpchTables(Path.of(arguments[2])), TpchTables.Format.valueOf(arguments[3]));
            System.out.println("ready");
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split(" ");
                answer(
                        peer,
                        TpchQuery.of(Integer.parseInt(words[1])),
                        Integer.parseInt(words[2]),
                        Path.of(words[3]));
            }
        }
    }

    private static void answer(Peer peer, TpchQuery query, int seconds, Path to) throws Exception {
        List<Object[]> rows;
        double millis;
        try {
            long start = System.nanoTime();
            rows = peer.ask(query.sql(), seconds);
            millis = (System.nanoTime() - start) / 1e6;
        } catch (Peer.TooLong e) {
            System.out.println("answered late more than " + seconds + " s");
            return;
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            System.out.println(
                    "answered failed " + String.valueOf(e).lines().findFirst().orElse(""));
            return;
        }
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(to))) {
            out.writeInt(rows.size());
            for (Object[] row : rows) {
                out.writeObject(row);
            }
        }
        System.out.println("answered millis " + millis);
    }
}
