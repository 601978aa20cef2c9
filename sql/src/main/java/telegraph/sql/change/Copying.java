package telegraph.sql.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.statement.Statement;
import telegraph.sql.statement.Statements;
import telegraph.sql.statement.Transfer;
import telegraph.sql.statement.Transfer.CopyOptions;

/// Carries out COPY, from and to files of CSV.
///
/// A file is read as any file in a query is, all of its fields as text, which each column then
/// reads as its type. A file is written beside its place and moved there when it is whole.
///
/// Threads: one.
public final class Copying {
    private Copying() {}

    /// COPY FROM; how many rows were inserted.
    public static long in(Questions questions, Target target, Transfer.CopyFrom copy) {
        demandCsv(copy.options());
        if (copy.path().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "COPY FROM reads a file, and nothing is sent along with a statement: COPY "
                            + target.name()
                            + " FROM 'file.csv'");
        }
        int[] columns = target.columnsNamed(copy.columns());
        Questions.Question file = questions.ask(read(target, columns, copy), Map.of());
        long[] rows = new long[1];
        file.run(batch -> {
            for (Object[] fields : batch) {
                rows[0]++;
                put(target, columns, fields, rows[0]);
            }
        });
        return rows[0];
    }

    private static void put(Target target, int[] columns, Object[] fields, long number) {
        Object[] row = new Object[target.width()];
        boolean[] given = new boolean[target.width()];
        try {
            for (int c = 0; c < columns.length; c++) {
                row[columns[c]] = fields[c];
                given[columns[c]] = true;
            }
            target.complete(row, given, telegraph.sql.statement.Change.Overriding.SYSTEM);
            target.insert(row);
        } catch (TelegraphException e) {
            throw TelegraphException.of(
                    e.state(),
                    e.getMessage() + " (COPY " + target.name() + ", row " + number + ")",
                    e);
        }
    }

    private static Statement.Select read(Target target, int[] columns, Transfer.CopyFrom copy) {
        CopyOptions options = copy.options();
        List<String> arguments = new ArrayList<>();
        arguments.add(Statements.quoteString(copy.path()));
        List<String> types = new ArrayList<>();
        for (int column : columns) {
            types.add(Statements.quoteString(target.columnNames().get(column)) + ": 'TEXT'");
        }
        arguments.add(types.stream().collect(Collectors.joining(", ", "columns => {", "}")));
        arguments.add("header => " + options.header());
        arguments.add(
                "delim => "
                        + Statements.quoteString(
                                options.delimiter().isEmpty() ? "," : options.delimiter()));
        arguments.add("quote => " + Statements.quoteString(options.quote()));
        if (!options.escape().isEmpty()) {
            arguments.add("escape => " + Statements.quoteString(options.escape()));
        }
        options.nullText()
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> arguments.add("nullstr => " + Statements.quoteString(text)));
        return Statements.query("SELECT * FROM read_csv(" + String.join(", ", arguments) + ")");
    }

    /// COPY TO a file; how many rows were written.
    ///
    /// @param path where it is
    public static long out(Questions questions, Transfer.CopyTo copy, Path path) {
        demandCsv(copy.options());
        Questions.Question question = questions.ask(copy.rows(), Map.of());
        Path beside = path.resolveSibling(path.getFileName() + ".part");
        long[] rows = new long[1];
        try {
            try (Writer out = Files.newBufferedWriter(beside, StandardCharsets.UTF_8)) {
                CsvWriter writer = new CsvWriter(out, copy.options());
                if (copy.options().header()) {
                    writer.header(question.columns());
                }
                question.run(batch -> {
                    for (Object[] row : batch) {
                        write(writer, row);
                        rows[0]++;
                    }
                });
            }
            Files.move(beside, path, StandardCopyOption.REPLACE_EXISTING);
            return rows[0];
        } catch (UncheckedIOException e) {
            throw failed(path, e.getCause());
        } catch (IOException e) {
            throw failed(path, e);
        } finally {
            beside.toFile().delete();
        }
    }

    private static void write(CsvWriter writer, Object[] row) {
        try {
            writer.row(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TelegraphException failed(Path path, IOException cause) {
        return TelegraphException.of(
                SqlState.IO_ERROR,
                "the file cannot be written: file=" + path + " cause=" + cause,
                cause);
    }

    private static void demandCsv(CopyOptions options) {
        if (options.format() != CopyOptions.Format.CSV) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "COPY reads and writes CSV: write (FORMAT csv)");
        }
    }
}
