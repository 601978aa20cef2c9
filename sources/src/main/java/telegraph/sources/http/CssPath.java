package telegraph.sources.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector;
import telegraph.ground.TelegraphException;

/// A CSS selector, with an attribute after `@` if its value is wanted and not the text: `td.name
/// a@href`; `@id` is an attribute of the element itself, `a@abs:href` a whole address.
///
/// Threads: any.
final class CssPath {
    private static final Pattern ATTRIBUTE = Pattern.compile("(.*)@((?:abs:)?[A-Za-z_][\\w.-]*)");

    private final String text;
    private final Optional<Evaluator> selector;
    private final String attribute;

    private CssPath(String text, Optional<Evaluator> selector, String attribute) {
        this.text = text;
        this.selector = selector;
        this.attribute = attribute;
    }

    static CssPath compile(String text, String what) {
        Matcher matcher = ATTRIBUTE.matcher(text.strip());
        boolean attributed = matcher.matches();
        String css = attributed ? matcher.group(1).strip() : text.strip();
        try {
            return new CssPath(
                    css,
                    css.isEmpty() ? Optional.empty() : Optional.of(QueryParser.parse(css)),
                    attributed ? matcher.group(2) : "");
        } catch (Selector.SelectorParseException | IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a CSS selector is needed: "
                            + what
                            + " selector="
                            + text
                            + " ("
                            + e.getMessage()
                            + ")",
                    e);
        }
    }

    String text() {
        return text;
    }

    Optional<Evaluator> selector() {
        return selector;
    }

    /// The text or attribute of the first match below `row`; empty if nothing matches.
    Optional<String> find(Element row, String attributeOtherwise) {
        Element found = selector.isEmpty() ? row : row.selectFirst(selector.get());
        if (found == null) {
            return Optional.empty();
        }
        String wanted = attribute.isEmpty() ? attributeOtherwise : attribute;
        if (wanted.isEmpty()) {
            return Optional.of(found.text());
        }
        return found.hasAttr(wanted) ? Optional.of(found.attr(wanted)) : Optional.empty();
    }
}
