package telegraph.crawler.extension;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.crawler.page.OctetTexts;
import telegraph.crawler.page.PageColumn;
import telegraph.crawler.page.PageView;
import telegraph.crawler.page.Part;
import telegraph.engine.Column;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// The columns that extensions add to pages, and how their values lie in a record.
///
/// Per column in order: one octet, 0 for NULL; else 1, or 2 for a time in microseconds, and the
/// value, which is eight octets for a truth value, a whole number, a double or a time, and for
/// texts and decimals a length of four octets and UTF-8. A time after 1 is milliseconds, as crawls
/// wrote it once. The columns stand in the crawl's directory in the file `columns`, a line for
/// each: type, space, name. So a crawl that goes on must have the columns it began with.
///
/// Threads: any.
public final class ExtraColumns {
    public static final ExtraColumns NONE = new ExtraColumns(List.of());

    private static final String FILE = "columns";
    private static final Pattern LINE = Pattern.compile("([A-Z]+)(?:\\((\\d+),(\\d+)\\))? (\\S.*)");

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte NULL = 0;
    private static final byte GIVEN = 1;
    private static final byte MICROS = 2;

    private final List<Column> columns;

    /// @throws TelegraphException of kind INPUT if two columns, or one and one of all pages, have
    ///   the same name
    public ExtraColumns(List<Column> columns) {
        this.columns = List.copyOf(columns);
        Set<String> names = new LinkedHashSet<>();
        PageColumn.all().forEach(column -> names.add(column.name()));
        for (Column column : columns) {
            if (column.name().isBlank() || column.name().contains("\n")) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "a column of an extension has a name: name='" + column.name() + "'");
            }
            if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "an extension's column has a name of its own: name="
                                + column.name()
                                + ". Pages have the columns "
                                + String.join(", ", names)
                                + ".");
            }
        }
    }

    public List<Column> columns() {
        return columns;
    }

    /// Whether `value` is of the Java class that stands for the column's type.
    public boolean fits(int column, Object value) {
        if (value == null) {
            return true;
        }
        return switch (columns.get(column).type().kind()) {
            case BOOLEAN -> value instanceof Boolean;
            case INTEGER -> value instanceof Integer;
            case BIGINT -> value instanceof Long || value instanceof Integer;
            case DOUBLE -> value instanceof Number;
            case DECIMAL ->
                    value instanceof BigDecimal
                            || value instanceof Long
                            || value instanceof Integer;
            case DATE -> value instanceof LocalDate;
            case TIME -> value instanceof LocalTime;
            case TIMESTAMP -> value instanceof LocalDateTime;
            case INSTANT -> value instanceof Instant;
            case TEXT -> value instanceof String;
        };
    }

    /// Writes values that fit, one for each column.
    public void write(Object[] values, Octets to) {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            Type.Kind kind = columns.get(i).type().kind();
            to.append(value == null ? NULL : isTime(kind) ? MICROS : GIVEN);
            if (value != null) {
                write(kind, value, to);
            }
        }
    }

    private static void write(Type.Kind kind, Object value, Octets to) {
        switch (kind) {
            case BOOLEAN -> word((Boolean) value ? 1 : 0, to);
            case INTEGER, BIGINT -> word(((Number) value).longValue(), to);
            case DOUBLE -> word(Double.doubleToRawLongBits(((Number) value).doubleValue()), to);
            case DATE -> word(((LocalDate) value).toEpochDay(), to);
            case TIME -> word(Micros.of((LocalTime) value), to);
            case TIMESTAMP -> word(Micros.of((LocalDateTime) value), to);
            case INSTANT -> word(Micros.of((Instant) value), to);
            case DECIMAL, TEXT -> {
                byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
                int at = to.length();
                to.room(4).length(at + 4);
                INT.set(to.array(), at, text.length);
                to.append(text, 0, text.length);
            }
        }
    }

    private static boolean isTime(Type.Kind kind) {
        return switch (kind) {
            case TIME, TIMESTAMP, INSTANT -> true;
            case BOOLEAN, INTEGER, BIGINT, DOUBLE, DECIMAL, DATE, TEXT -> false;
        };
    }

    private static void word(long value, Octets to) {
        int at = to.length();
        to.room(8).length(at + 8);
        LONG.set(to.array(), at, value);
    }

    /// Puts the values of a page into the current row.
    ///
    /// @param places for each column where it goes, or -1 if it is not wanted
    public void put(PageView page, BatchBuilder to, int[] places) {
        byte[] from = page.array();
        int at = page.start(Part.EXTRA);
        int end = page.end(Part.EXTRA);
        for (int i = 0; i < places.length && at < end; i++) {
            Type.Kind kind = columns.get(i).type().kind();
            byte given = from[at++];
            boolean text = kind == Type.Kind.TEXT || kind == Type.Kind.DECIMAL;
            if (given == NULL) {
                continue;
            }
            int bytes = 8;
            if (text) {
                demand(end - at >= 4, page);
                bytes = (int) INT.get(from, at);
                at += 4;
            }
            demand(bytes >= 0 && bytes <= end - at, page);
            if (places[i] >= 0) {
                put(kind, given, from, at, bytes, to, places[i]);
            }
            at += bytes;
        }
    }

    private static void put(
            Type.Kind kind,
            byte given,
            byte[] from,
            int at,
            int bytes,
            BatchBuilder to,
            int column) {
        switch (kind) {
            case BOOLEAN -> to.setBoolean(column, (long) LONG.get(from, at) != 0);
            case INTEGER, DATE -> to.setInt(column, (int) (long) LONG.get(from, at));
            case BIGINT -> to.setLong(column, (long) LONG.get(from, at));
            case TIME, TIMESTAMP, INSTANT -> {
                long time = (long) LONG.get(from, at);
                to.setLong(column, given == MICROS ? time : Micros.ofMillis(time));
            }
            case DOUBLE -> to.setDouble(column, Double.longBitsToDouble((long) LONG.get(from, at)));
            case DECIMAL ->
                    to.setDecimal(
                            column,
                            new BigDecimal(new String(from, at, bytes, StandardCharsets.UTF_8)));
            case TEXT -> OctetTexts.put(from, at, at + bytes, to, column);
        }
    }

    private static void demand(boolean holds, PageView page) {
        if (!holds) {
            throw TelegraphException.corrupt(
                    "the columns of extensions must be whole in a page: url=" + page.url());
        }
    }

    /// Writes the columns down in the crawl's directory, or checks that they are those it began
    /// with.
    ///
    /// @throws TelegraphException of kind INPUT if they are others
    public void keep(Disk disk, Path directory) {
        Path file = directory.resolve(FILE);
        StringBuilder lines = new StringBuilder();
        for (Column column : columns) {
            lines.append(column.type()).append(' ').append(column.name()).append('\n');
        }
        try {
            if (!disk.exists(file)) {
                disk.writeText(file, lines.toString());
                return;
            }
            String before = disk.readText(file);
            if (!before.contentEquals(lines)) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "a crawl goes on with the extensions' columns it began with: directory="
                                + directory
                                + " before="
                                + before.lines().toList()
                                + " now="
                                + lines.toString().lines().toList());
            }
        } catch (IOException e) {
            throw Disk.failure("the columns of a crawl could not be kept", file, e);
        }
    }

    /// The columns of the crawl in a directory.
    public static ExtraColumns of(Disk disk, Path directory) {
        Path file = directory.resolve(FILE);
        try {
            List<Column> columns = new ArrayList<>();
            for (String line : disk.readText(file).lines().toList()) {
                columns.add(column(file, line));
            }
            return columns.isEmpty() ? NONE : new ExtraColumns(columns);
        } catch (IOException e) {
            throw Disk.failure("the columns of a crawl could not be read", file, e);
        }
    }

    private static Column column(Path file, String line) {
        Matcher matcher = LINE.matcher(line);
        try {
            if (matcher.matches()) {
                Type.Kind kind = Type.Kind.valueOf(matcher.group(1));
                boolean decimal = kind == Type.Kind.DECIMAL && matcher.group(2) != null;
                Type type =
                        decimal
                                ? Type.decimal(
                                        Integer.parseInt(matcher.group(2)),
                                        Integer.parseInt(matcher.group(3)))
                                : new Type(kind, 0, 0);
                return new Column(matcher.group(4), type);
            }
        } catch (IllegalArgumentException | TelegraphException e) {
            throw damaged(file, line, e);
        }
        throw damaged(file, line, null);
    }

    private static TelegraphException damaged(Path file, String line, Exception cause) {
        return TelegraphException.corrupt(
                "a line of the columns of a crawl has a type and a name: file="
                        + file
                        + " line='"
                        + line
                        + "'",
                cause);
    }
}
