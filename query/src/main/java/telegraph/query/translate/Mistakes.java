package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import telegraph.engine.Column;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.query.QueryWalk;
import telegraph.query.operator.Functions;
import telegraph.query.syntax.DoubledNames;
import telegraph.query.value.CalciteCodes;

/// Turns what Calcite has to say about a query into our own messages: the rule, where, and the
/// nearest name.
final class Mistakes {
    private static final Pattern NO_TABLE =
            Pattern.compile("(?:Object|Table) '([^']*)' not found(?: within '.*')?");
    private static final Pattern NO_COLUMN =
            Pattern.compile("Column '([^']*)' not found in (?:any table|table '([^']*)')");
    private static final Pattern NO_FUNCTION =
            Pattern.compile("No match found for function signature (.*?)\\((.*)\\)");
    private static final Pattern CLASH =
            Pattern.compile(
                    "Cannot apply '([^']*)' to arguments of type '([^']*)'.*", Pattern.DOTALL);

    /// What Calcite says of a dot behind a value that is no row.
    private static final String NO_PARTS = "Incompatible types";

    private static final Pattern FILE_ENDING =
            Pattern.compile(
                    "(?i)\\.((?:csv|tsv|tab|json|ndjson|jsonl|parquet)(?:\\.(?:gz|zst))?)\\b");
    private final Scope scope;

    Mistakes(Scope scope) {
        this.scope = scope;
    }

    /// Whether nothing tells the type of a parameter.
    static boolean isUntyped(CalciteContextException e) {
        return e.getCause() != null
                && String.valueOf(e.getCause().getMessage()).contains("dynamic parameter");
    }

    TelegraphException translate(CalciteContextException e, Statement.Select query) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof TelegraphException known) {
                return known;
            }
        }
        String place = " at " + e.getPosLine() + ":" + e.getPosColumn();
        String said =
                DoubledNames.visible(
                        e.getCause() == null
                                ? firstLine(e)
                                : String.valueOf(e.getCause().getMessage()));
        Matcher table = NO_TABLE.matcher(said);
        if (table.matches()) {
            String name = table.group(1);
            return QualifiedTables.parts(name)
                    .map(parts -> unknownTable(parts, place, e))
                    .orElseGet(() -> unknownTable(name, place, query, e));
        }
        Matcher column = NO_COLUMN.matcher(said);
        if (column.lookingAt()) {
            String name = column.group(1);
            return partOf(name, query)
                    .map(advice ->
                            unknown(SqlState.UNDEFINED_COLUMN, "column", name, place, advice, e))
                    .orElseGet(() -> unknown("column", name, place, nearestColumn(name, query), e));
        }
        if (said.startsWith(NO_PARTS)) {
            return TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "a value has no parts by a dot"
                            + place
                            + ". Take a part of JSON by an arrow, as in address->>'city'",
                    e);
        }
        Matcher function = NO_FUNCTION.matcher(said);
        if (function.lookingAt()) {
            return noFunction(function, place, e);
        }
        Matcher clash = CLASH.matcher(said);
        if (clash.matches()) {
            return TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "types do not fit" + place + ": " + types(clash.group(2), clash.group(1)),
                    e);
        }
        return TelegraphException.of(CalciteCodes.of(said), said.strip() + place, e);
    }

    private TelegraphException unknownTable(
            String name, String place, Statement.Select query, CalciteContextException e) {
        Optional<String> nearest = Nearest.of(name, scope.names());
        Matcher ending = FILE_ENDING.matcher(query.source());
        if (nearest.isEmpty()
                && ending.find()
                && query.source().startsWith(name, ending.start() - name.length())) {
            return noQuotes(name, place, name + ending.group(), e);
        }
        Optional<String> part = partOf(name, query);
        if (part.isPresent()) {
            return unknown(SqlState.UNDEFINED_TABLE, "table", name, place, part.get(), e);
        }
        return unknown("table", name, place, nearest, e);
    }

    private static TelegraphException noQuotes(
            String name, String place, String file, CalciteContextException e) {
        return TelegraphException.of(
                SqlState.UNDEFINED_TABLE,
                "unknown table \""
                        + name
                        + "\""
                        + place
                        + ". A file stands in quotes: '"
                        + file
                        + "'",
                e);
    }

    private TelegraphException unknownTable(
            QualifiedTables.Parts name, String place, CalciteContextException e) {
        if (!scope.isSchema(name.schema())) {
            Optional<String> nearest = Nearest.of(name.schema(), scope.schemas());
            String file = name.schema() + "." + name.name();
            if (nearest.isEmpty() && FILE_ENDING.matcher(file).find()) {
                return noQuotes(name.schema(), place, file, e);
            }
            return unknown("schema", name.schema(), place, nearest, e);
        }
        return unknown(
                "table",
                name.schema() + "." + name.name(),
                place,
                Nearest.of(name.name(), scope.names(name.schema()))
                        .map(near -> name.schema() + "." + near),
                e);
    }

    private static TelegraphException noFunction(
            Matcher function, String place, CalciteContextException e) {
        String name = function.group(1).toLowerCase(Locale.ROOT);
        boolean known = Functions.names().stream().anyMatch(name::equalsIgnoreCase);
        if (known) {
            return TelegraphException.of(
                    SqlState.UNDEFINED_FUNCTION,
                    "function "
                            + name
                            + " does not take these arguments"
                            + place
                            + ": ("
                            + function.group(2).replaceAll("[<>]", "")
                            + ")",
                    e);
        }
        return unknown("function", name, place, Nearest.of(name, Functions.names()), e);
    }

    private static String types(String application, String operator) {
        return application.replaceAll("[<>](?=[A-Z])|(?<=[A-Z0-9)])>", "")
                + " (operator "
                + operator
                + "). Cast one side, for example x::integer";
    }

    private static TelegraphException unknown(
            String what, String name, String place, Optional<String> nearest, Throwable cause) {
        SqlState state =
                switch (what) {
                    case "table" -> SqlState.UNDEFINED_TABLE;
                    case "schema" -> SqlState.UNDEFINED_SCHEMA;
                    case "column" -> SqlState.UNDEFINED_COLUMN;
                    default -> SqlState.UNDEFINED_FUNCTION;
                };
        return unknown(
                state,
                what,
                name,
                place,
                nearest.map(n -> ". Did you mean \"" + n + "\"?").orElse(""),
                cause);
    }

    private static TelegraphException unknown(
            SqlState state,
            String what,
            String name,
            String place,
            String advice,
            Throwable cause) {
        return TelegraphException.of(
                state, "unknown " + what + " \"" + name + "\"" + place + advice, cause);
    }

    /// What to say if a name before a dot is that of a column, whose values may be JSON.
    private Optional<String> partOf(String name, Statement.Select query) {
        String first = name.replaceFirst("\\..*", "");
        return columns(query).stream()
                .filter(first::equalsIgnoreCase)
                .findFirst()
                .map(column ->
                        ". A part of column \""
                                + column
                                + "\", if it is JSON, is taken by "
                                + column
                                + "->>'name'");
    }

    private Optional<String> nearestColumn(String name, Statement.Select query) {
        return Nearest.of(name, columns(query));
    }

    /// Those of the tables that a query names.
    private List<String> columns(Statement.Select query) {
        List<String> columns = new ArrayList<>();
        for (Query.Table table : QueryWalk.tables(query.query())) {
            scope.find(table.name().getLast().name())
                    .ifPresent(named -> {
                        if (named instanceof Scope.Named.Relation r) {
                            r.source().schema().columns().stream()
                                    .map(Column::name)
                                    .forEach(columns::add);
                        }
                    });
        }
        return columns;
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
