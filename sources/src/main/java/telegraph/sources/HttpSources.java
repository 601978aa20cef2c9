package telegraph.sources;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import telegraph.engine.source.Source;
import telegraph.sources.http.Declaration;
import telegraph.sources.http.Field;
import telegraph.sources.http.HtmlTable;
import telegraph.sources.http.HttpSource;

/// Makes sources of pages and APIs on the web.
///
/// Threads: any.
public final class HttpSources {
    private final HttpAccess access;

    public HttpSources(HttpAccess access) {
        this.access = access;
    }

    /// The source that a declaration describes; nothing is requested yet.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if an option is unknown or wrong
    public Source open(HttpDeclaration declaration) {
        return HttpSource.declare(
                declaration.name(),
                declaration.columns().stream().map(HttpSources::field).toList(),
                declaration.options(),
                defaults(),
                access.fetcher());
    }

    /// A table of an HTML page; the page is fetched now.
    ///
    /// @param selector CSS selector of the table or of its rows; "" for the page's longest table
    /// @throws telegraph.ground.TelegraphException of kind INPUT if there is no such page or table
    public Source html(String url, String selector, Map<String, Object> options) {
        return HtmlTable.fetch(
                url, selector, HtmlTable.texts(options), defaults(), access.fetcher());
    }

    /// The names of all options of [#html], besides `header.NAME`.
    public static Set<String> htmlOptions() {
        Set<String> names = firm(HtmlTable.OPTIONS);
        names.remove("url");
        return names;
    }

    private Declaration.Defaults defaults() {
        HttpSettings settings = access.settings();
        return new Declaration.Defaults(
                settings.timeout(), settings.cacheTtl(), settings.bodyBytesMax());
    }

    private static Field field(HttpColumn column) {
        Field.Role role =
                switch (column.use()) {
                    case PLAIN -> Field.Role.PLAIN;
                    case REQUIRED -> Field.Role.REQUIRED;
                    case OPTIONAL -> Field.Role.OPTIONAL;
                };
        return new Field(
                column.name(), column.type(), column.element(), column.path(), role, column.key());
    }

    /// The names of all options of a declaration, besides `header.NAME` and `form.NAME`.
    public static Set<String> options() {
        return firm(Declaration.OPTIONS);
    }

    private static Set<String> firm(Set<String> options) {
        return options.stream()
                .filter(name -> name.indexOf('.') < 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
