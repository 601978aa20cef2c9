package telegraph.sql.sandbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.crawler.CrawlSources;
import telegraph.engine.source.Source;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableLiteral;
import telegraph.sources.FileFormat;
import telegraph.sources.FileSources;
import telegraph.sources.HttpColumn;
import telegraph.sources.HttpDeclaration;
import telegraph.sources.HttpSources;

/// Makes sources of what a query or the catalog says about them.
///
/// Threads: any.
public final class Opener {
    private static final List<String> CONNECTORS = List.of("http", "file");

    private final FileSources files;
    private final HttpSources web;
    private final CrawlSources crawls;

    public Opener(FileSources files, HttpSources web, CrawlSources crawls) {
        this.files = files;
        this.web = web;
        this.crawls = crawls;
    }

    /// A file by its bare name.
    public Source open(String location) {
        return files.open(location, FileFormat.AUTO, Map.of());
    }

    /// A file or table function written in a query.
    public Source open(TableLiteral literal) {
        return switch (literal.function()) {
            case "" -> open(text(literal, 0, "path"));
            case "read_csv" -> file(literal, FileFormat.CSV);
            case "read_tsv" -> file(literal, FileFormat.TSV);
            case "read_json" -> file(literal, FileFormat.JSON);
            case "read_ndjson" -> file(literal, FileFormat.NDJSON);
            case "read_parquet" -> file(literal, FileFormat.PARQUET);
            case "read_html" ->
                    web.html(
                            text(literal, 0, "url"), text(literal, 1, "selector"), literal.named());
            case "crawl" -> crawls.crawl(seeds(literal), literal.named());
            case "crawl_pages" -> crawls.pages(directory(literal));
            case TableLiteral.VALUES -> ListedValues.of(literal);
            case "crawl_links" -> crawls.links(directory(literal));
            default ->
                    throw TelegraphException.input(
                            "unknown table function \""
                                    + literal.function()
                                    + "\" at "
                                    + literal.position());
        };
    }

    private Source file(TableLiteral literal, FileFormat format) {
        if (literal.arguments().size() > 1) {
            throw TelegraphException.input(
                    literal.function()
                            + " takes one location and options by name (option => value) at "
                            + literal.position());
        }
        return files.open(text(literal, 0, "location"), format, literal.named());
    }

    /// The URLs given as arguments, each alone or in a list.
    private static List<String> seeds(TableLiteral literal) {
        List<String> seeds = new ArrayList<>();
        for (Object argument : literal.arguments()) {
            List<?> several =
                    argument instanceof List<?> list ? list : Collections.singletonList(argument);
            for (Object seed : several) {
                if (!(seed instanceof String url)) {
                    throw TelegraphException.input(
                            "crawl takes URLs in quotes to start from, and options by name (option"
                                    + " => value) at "
                                    + literal.position());
                }
                seeds.add(url);
            }
        }
        return seeds;
    }

    private static String directory(TableLiteral literal) {
        if (literal.arguments().size() > 1 || !literal.named().isEmpty()) {
            throw TelegraphException.input(
                    literal.function()
                            + " takes the directory of a crawl and nothing else at "
                            + literal.position());
        }
        return text(literal, 0, "directory");
    }

    private static String text(TableLiteral literal, int index, String what) {
        if (index >= literal.arguments().size()
                || !(literal.arguments().get(index) instanceof String text)) {
            throw TelegraphException.input(
                    literal.function()
                            + " takes a "
                            + what
                            + " in quotes as argument "
                            + (index + 1)
                            + " at "
                            + literal.position());
        }
        return text;
    }

    /// A source as it was declared.
    ///
    /// @param onError what a failed request does, where the declaration does not say
    public Source open(Statement.CreateSource declared, String onError) {
        String connector =
                declared.options().getOrDefault("connector", "http").toLowerCase(Locale.ROOT);
        return switch (connector) {
            case "http" ->
                    web.open(
                            new HttpDeclaration(
                                    declared.name().toString(),
                                    declared.columns().stream().map(Opener::column).toList(),
                                    web(declared.options(), onError)));
            case "file" -> declaredFile(declared);
            default ->
                    throw TelegraphException.input(
                            "unknown connector \""
                                    + connector
                                    + "\" of source \""
                                    + declared.name()
                                    + "\""
                                    + Nearest.of(connector, CONNECTORS)
                                            .map(n -> ". Did you mean \"" + n + "\"?")
                                            .orElse("; there are " + CONNECTORS));
        };
    }

    private Source declaredFile(Statement.CreateSource declared) {
        String path = declared.options().get("path");
        if (path == null) {
            throw TelegraphException.input(
                    "a source with connector = 'file' needs path: source=" + declared.name());
        }
        FileFormat format = FileFormat.AUTO;
        if (declared.options().containsKey("format")) {
            String name = declared.options().get("format").toUpperCase(Locale.ROOT);
            try {
                format = FileFormat.valueOf(name);
            } catch (IllegalArgumentException e) {
                throw TelegraphException.input(
                        "unknown file format \"" + name + "\": source=" + declared.name(), e);
            }
        }
        Map<String, Object> options = new HashMap<>(without(declared.options(), "connector"));
        options.remove("path");
        options.remove("format");
        addColumns(declared, options);
        return files.open(path, format, options);
    }

    /// Columns that are declared are the options `columns` and `paths` of the file.
    private static void addColumns(Statement.CreateSource declared, Map<String, Object> options) {
        Map<String, String> types = new LinkedHashMap<>();
        Map<String, String> paths = new LinkedHashMap<>();
        for (ColumnDefinition column : declared.columns()) {
            if (column.use() != ColumnDefinition.Use.PLAIN || column.key()) {
                throw TelegraphException.input(
                        "a column of a file has a type and a PATH, since a file is asked for nothing"
                                + " and keeps no keys: source="
                                + declared.name()
                                + " column="
                                + column.name());
            }
            types.put(column.name(), Statements.typeName(column.type(), column.element()));
            if (!column.path().isEmpty()) {
                paths.put(column.name(), column.path());
            }
        }
        add("columns", types, declared, options);
        add("paths", paths, declared, options);
    }

    private static void add(
            String option,
            Map<String, String> value,
            Statement.CreateSource declared,
            Map<String, Object> options) {
        if (!value.isEmpty() && options.put(option, value) != null) {
            throw TelegraphException.input(
                    "columns are declared, or given as options, and not both: source="
                            + declared.name()
                            + " option="
                            + option);
        }
    }

    private static Map<String, String> web(Map<String, String> options, String onError) {
        Map<String, String> all = without(options, "connector");
        all.putIfAbsent("on_error", onError);
        return all;
    }

    private static Map<String, String> without(Map<String, String> options, String key) {
        Map<String, String> rest = new LinkedHashMap<>(options);
        rest.remove(key);
        return rest;
    }

    private static HttpColumn column(ColumnDefinition column) {
        return new HttpColumn(
                column.name(),
                column.type(),
                column.element(),
                column.path(),
                HttpColumn.Use.valueOf(column.use().name()),
                column.key());
    }
}
