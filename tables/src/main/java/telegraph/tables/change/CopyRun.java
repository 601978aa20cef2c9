package telegraph.tables.change;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Transfer;
import telegraph.language.ast.Transfer.CopyOptions;
import telegraph.language.lexer.Quotes;
import telegraph.memory.Region;
import telegraph.tables.access.Filling;
import telegraph.tables.copy.CopyFormat;
import telegraph.tables.copy.CopyReader;
import telegraph.tables.copy.CopyWriter;

/// Carries out COPY, from and to files of CSV, and from lines that a client sends.
///
/// A file is read as any file in a query is, all of its fields as text, which each column then
/// reads as its type. A file is written beside its place and moved there when it is whole.
///
/// Threads: one.
public final class CopyRun {
    private CopyRun() {}

    /// COPY FROM; how many rows were inserted.
    public static long in(Questions questions, Target target, Transfer.CopyFrom copy) {
        demandCsv(copy.options());
        int[] columns = target.columnsNamed(copy.columns());
        Questions.Question file = questions.ask(read(target, columns, copy), Map.of());
        try (Filling filling = target.fill(questions.region())) {
            FileRows rows = new FileRows(target, columns, filling);
            try {
                file.run(batch -> batch.forEach(rows::put));
            } catch (TelegraphException e) {
                throw filling.earlier(e).map(rows::told).orElse(e);
            }
            return rows.end();
        }
    }

    /// The rows of a file on their way into a table.
    private static final class FileRows {
        private final Target target;
        private final int[] columns;
        private final Filling filling;
        private long rows;

        FileRows(Target target, int[] columns, Filling filling) {
            this.target = target;
            this.columns = columns;
            this.filling = filling;
        }

        void put(Object[] fields) {
            rows++;
            Object[] row = new Object[target.width()];
            boolean[] given = new boolean[target.width()];
            try {
                for (int c = 0; c < columns.length; c++) {
                    row[columns[c]] = fields[c];
                    given[columns[c]] = true;
                }
                target.complete(row, given, Change.Overriding.SYSTEM);
                target.insert(row);
            } catch (TelegraphException e) {
                throw told(e);
            }
        }

        long end() {
            try {
                filling.end();
                return rows;
            } catch (TelegraphException e) {
                throw told(e);
            }
        }

        TelegraphException told(TelegraphException e) {
            long failed = filling.failed();
            return CopyRun.told(e, target, "row " + (failed == 0 ? rows : failed));
        }
    }

    /// COPY FROM STDIN; how many rows were inserted.
    ///
    /// @param columns indices of those that a line has, as [#columns] gives them
    /// @param region takes the memory for rows that are held back
    public static long in(Target target, int[] columns, CopyReader lines, Region region)
            throws IOException {
        List<String> names = target.columnNames();
        long rows = 0;
        try (Filling filling = target.fill(region)) {
            try {
                while (lines.next()) {
                    put(target, columns, names, lines);
                    rows++;
                }
                filling.end();
                return rows;
            } catch (TelegraphException e) {
                TelegraphException first = filling.earlier(e).orElse(e);
                boolean told = first.getMessage().contains(", line ") || lines.number() == 0;
                throw told ? first : told(first, target, line(lines, filling));
            }
        }
    }

    private static String line(CopyReader lines, Filling filling) {
        long failed = filling.failed();
        return "line " + (failed == 0 ? lines.number() : lines.line(failed));
    }

    /// The columns that a line of a COPY FROM has.
    public static int[] columns(Target target, Transfer.CopyFrom copy) {
        return target.columnsNamed(copy.columns());
    }

    private static void put(Target target, int[] columns, List<String> names, CopyReader lines) {
        if (lines.fields() > columns.length) {
            throw TelegraphException.of(
                    SqlState.BAD_COPY_FILE, "extra data after last expected column");
        }
        Object[] row = new Object[target.width()];
        boolean[] given = new boolean[target.width()];
        for (int c = 0; c < columns.length; c++) {
            String name = names.get(columns[c]);
            if (c >= lines.fields()) {
                throw TelegraphException.of(
                        SqlState.BAD_COPY_FILE, "missing data for column \"" + name + "\"");
            }
            try {
                row[columns[c]] = target.fit(columns[c], lines.field(c));
            } catch (TelegraphException e) {
                throw told(e, target, "line " + lines.number() + ", column " + name);
            }
            given[columns[c]] = true;
        }
        target.complete(row, given, Change.Overriding.SYSTEM);
        target.insert(row);
    }

    /// The same with the place in the input.
    private static TelegraphException told(TelegraphException e, Target target, String place) {
        return TelegraphException.of(
                e.state(), e.getMessage() + " (COPY " + target.name() + ", " + place + ")", e);
    }

    private static Statement.Select read(Target target, int[] columns, Transfer.CopyFrom copy) {
        CopyOptions options = copy.options();
        List<String> arguments = new ArrayList<>();
        arguments.add(Quotes.string(copy.path()));
        List<String> types = new ArrayList<>();
        for (int column : columns) {
            types.add(Quotes.string(target.columnNames().get(column)) + ": 'TEXT'");
        }
        arguments.add(types.stream().collect(Collectors.joining(", ", "columns => {", "}")));
        arguments.add("header => " + options.header());
        arguments.add(
                "delim => "
                        + Quotes.string(options.delimiter().isEmpty() ? "," : options.delimiter()));
        arguments.add("quote => " + Quotes.string(options.quote()));
        if (!options.escape().isEmpty()) {
            arguments.add("escape => " + Quotes.string(options.escape()));
        }
        options.nullText()
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> arguments.add("nullstr => " + Quotes.string(text)));
        return Statements.query("SELECT * FROM read_csv(" + String.join(", ", arguments) + ")");
    }

    /// COPY TO a file; how many rows were written.
    ///
    /// @param path where it is
    /// @param texts what is written for a value that is not null
    public static long out(
            Questions questions, Transfer.CopyTo copy, Path path, Function<Object, String> texts) {
        demandCsv(copy.options());
        Questions.Question question = questions.ask(copy.rows(), Map.of());
        Path beside = path.resolveSibling(path.getFileName() + ".part");
        long[] rows = new long[1];
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside))) {
                CopyWriter writer = new CopyWriter(out, CopyFormat.of(copy.options()), texts);
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

    private static void write(CopyWriter writer, Object[] row) {
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
