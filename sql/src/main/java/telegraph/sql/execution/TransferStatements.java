package telegraph.sql.execution;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Transfer;
import telegraph.language.ast.Transfer.CopyOptions;
import telegraph.language.lexer.Quotes;
import telegraph.memory.Region;
import telegraph.sql.CellText;
import telegraph.sql.Event;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.change.CopyRun;
import telegraph.tables.change.Questions;
import telegraph.tables.change.Target;
import telegraph.tables.change.TruncateRun;
import telegraph.tables.copy.CopyFormat;
import telegraph.tables.copy.CopyReader;
import telegraph.tables.copy.CopyWriter;

/// Carries out TRUNCATE and COPY.
///
/// Threads: the statement's own.
final class TransferStatements {
    /// About how many bytes of lines are passed on at once.
    private static final int LINES_BYTES = 32 << 10;

    private final StatementRun run;

    TransferStatements(StatementRun run) {
        this.run = run;
    }

    Event.End out(Transfer transfer) {
        return switch (transfer) {
            case Transfer.Truncate truncate -> {
                truncate(truncate);
                yield run.done("TRUNCATE TABLE");
            }
            case Transfer.CopyFrom copy -> in(copy);
            case Transfer.CopyTo copy -> out(copy.with(given(copy)));
        };
    }

    private void truncate(Transfer.Truncate truncate) {
        StatementGround ground = StatementGround.defining(run, "TRUNCATE", truncate.names());
        TruncateRun.run(truncate, ground.view(), ground.transaction(), ground.tables().deferred());
    }

    private Event.End in(Transfer.CopyFrom copy) {
        try (StatementQuestions questions = new StatementQuestions(run)) {
            ChangeStatements.Open open = new ChangeStatements(run).open(copy.table(), "COPY FROM");
            long rows =
                    copy.path().isEmpty()
                            ? received(copy, open.target(), questions.region())
                            : CopyRun.in(questions, open.target(), copy);
            open.changes().end();
            return questions.ended("COPY " + rows, 0);
        }
    }

    /// COPY FROM STDIN; how many rows were inserted.
    private long received(Transfer.CopyFrom copy, Target target, Region region) {
        InputStream input =
                run.query()
                        .input()
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.FEATURE_NOT_SUPPORTED,
                                        "COPY FROM reads a file, and nothing is sent along with a"
                                                + " statement here: COPY "
                                                + copy.table()
                                                + " FROM 'file.csv'"));
        int[] columns = CopyRun.columns(target, copy);
        run.emit(new Event.Copy.In(target.declared(columns), isBinary(copy.options())));
        try {
            CopyReader lines = new CopyReader(input, CopyFormat.of(copy.options()));
            return CopyRun.in(target, columns, lines, region);
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR, "what COPY was to read did not come: cause=" + e, e);
        }
    }

    /// The rows to copy, without the generated columns of a table, which COPY FROM computes again.
    private Statement.Select given(Transfer.CopyTo copy) {
        Optional<TableDefinition> table =
                copy.table().flatMap(named -> run.view().snapshot().table(named.name()));
        boolean plain =
                table.isEmpty()
                        || table.get().columns().stream().allMatch(c -> c.generated().isEmpty());
        if (plain) {
            return copy.rows();
        }
        List<String> columns = copy.table().orElseThrow().columns();
        columns.stream()
                .filter(name -> isGenerated(table.get(), name))
                .findFirst()
                .ifPresent(name -> {
                    throw Target.notCopied(name);
                });
        if (!columns.isEmpty()) {
            return copy.rows();
        }
        List<String> given =
                table.get().columns().stream()
                        .filter(column -> column.generated().isEmpty())
                        .map(column -> Quotes.name(column.name()))
                        .toList();
        return Statements.query(
                "SELECT " + String.join(", ", given) + " FROM " + table.get().name().qualified());
    }

    private static boolean isGenerated(TableDefinition table, String column) {
        int index = table.indexOf(column);
        return index >= 0 && table.columns().get(index).generated().isPresent();
    }

    private Event.End out(Transfer.CopyTo copy) {
        try (StatementQuestions questions = new StatementQuestions(run)) {
            if (copy.path().isEmpty() && run.query().input().isPresent()) {
                return questions.ended("COPY " + sent(copy, questions), 0);
            }
            if (copy.path().isEmpty()) {
                // Whoever asked has a form of its own for rows, and a program that reads its
                // standard output chose it.
                long rows = questions.show(questions.ask(copy.rows(), Map.of()));
                return questions.ended("COPY " + rows, rows);
            }
            long rows =
                    CopyRun.out(
                            questions,
                            copy,
                            run.sandbox().confines().target(copy.path()),
                            TransferStatements::text);
            return questions.ended("COPY " + rows, 0);
        }
    }

    private static boolean isBinary(CopyOptions options) {
        return options.format() == CopyOptions.Format.BINARY;
    }

    /// COPY TO STDOUT for a door that copies; how many rows were written.
    private long sent(Transfer.CopyTo copy, StatementQuestions questions) {
        CopyFormat format = CopyFormat.of(copy.options());
        Questions.Question question = questions.ask(copy.rows(), Map.of());
        run.emit(new Event.Copy.Out(question.declared(), isBinary(copy.options())));
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        CopyWriter writer = new CopyWriter(lines, format, TransferStatements::text);
        List<Integer> ends = new ArrayList<>();
        long[] rows = new long[1];
        try {
            if (format.header()) {
                writer.header(question.columns());
                ends.add(lines.size());
            }
            question.run(batch -> {
                for (Object[] row : batch) {
                    write(writer, row);
                    ends.add(lines.size());
                    rows[0]++;
                    if (lines.size() >= LINES_BYTES) {
                        pass(lines, ends);
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pass(lines, ends);
        return rows[0];
    }

    private static void write(CopyWriter writer, Object[] row) {
        try {
            writer.row(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(ByteArrayOutputStream lines, List<Integer> ends) {
        if (lines.size() > 0) {
            run.emit(
                    new Event.Copy.Lines(
                            lines.toByteArray(),
                            ends.stream().mapToInt(Integer::intValue).toArray()));
            lines.reset();
            ends.clear();
        }
    }

    /// A value as COPY writes it.
    private static String text(Object value) {
        return value instanceof Boolean flag ? flag ? "t" : "f" : CellText.of(value);
    }
}
