package telegraph.sources.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;

/// Pages of HTML: rows where the selector `rows` matches, columns by a selector below the row or by
/// the cell's place.
///
/// A row in which no column finds anything, such as the head of a table, is no data. Columns
/// without a path take the cells of the row in order; a REQUIRED column without a path has no cell.
/// Blank is NULL.
final class HtmlFormat implements PageFormat {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,3}(?:,\\d{3})+|\\d+");
    private static final int CLASSES_TOLD_MAX = 200;

    private final Spec spec;
    private final CssPath rows;
    private final CssPath[] paths;
    private final int[] cells;
    private final Map<Mark, CssPath> marks = new EnumMap<>(Mark.class);

    HtmlFormat(Spec spec) {
        this.spec = spec;
        this.rows = CssPath.compile(spec.rows().isEmpty() ? "tr" : spec.rows(), "option=rows");
        this.paths = new CssPath[spec.fields().size()];
        this.cells = new int[paths.length];
        int cell = 0;
        for (int i = 0; i < paths.length; i++) {
            Field field = spec.fields().get(i);
            cells[i] = -1;
            if (!field.path().isEmpty()) {
                paths[i] = CssPath.compile(field.path(), "column=" + field.name());
            } else if (!field.echoed()) {
                cells[i] = cell++;
            }
        }
        spec.marks().forEach((m, p) -> marks.put(m, CssPath.compile(p, "option=" + m)));
    }

    static Document parse(HttpPage page) {
        try {
            return Jsoup.parse(
                    new ByteArrayInputStream(page.body()),
                    page.charset().map(Charset::name).orElse(null),
                    page.uri().toString());
        } catch (IOException e) {
            throw TelegraphException.input(
                    "HTML is needed: " + page.shown() + " cause=" + e.getMessage(), e);
        }
    }

    @Override
    public Rows open(HttpPage page) {
        Document document = parse(page);
        return new Matches(
                document,
                rows.selector().isPresent() ? document.select(rows.selector().get()) : List.of());
    }

    /// What the selector found on the page.
    private final class Matches implements Rows {
        private final Document document;
        private final List<Element> found;

        Matches(Document document, List<Element> found) {
            this.document = document;
            this.found = found;
        }

        @Override
        public int count() {
            return found.size();
        }

        @Override
        public boolean fill(int row, int[] fields, Object[] values) throws Unfit {
            Element element = found.get(row);
            List<Element> places = places(element);
            boolean any = false;
            for (int f : fields) {
                Optional<String> text = text(element, places, f);
                any |= text.isPresent();
                values[f] = text.isPresent() ? value(f, text.get()) : null;
            }
            for (int f = 0; f < paths.length && !any; f++) {
                any = text(element, places, f).isPresent();
            }
            return any;
        }

        private Object value(int f, String text) throws Unfit {
            if (text.isBlank() || spec.nulls().contains(text)) {
                return null;
            }
            try {
                return RequestTexts.value(spec.fields().get(f).type(), text);
            } catch (Unfit e) {
                throw e.in(f);
            }
        }

        private Optional<String> text(Element element, List<Element> places, int f) {
            if (paths[f] != null) {
                return paths[f].find(element, "");
            }
            int cell = cells[f];
            return cell < 0 || cell >= places.size()
                    ? Optional.empty()
                    : Optional.of(places.get(cell).text());
        }

        /// The cells of a table's row, or the children of any other element.
        private List<Element> places(Element element) {
            if (!element.normalName().equals("tr")) {
                return element.childrenSize() == 0 ? List.of(element) : element.children();
            }
            List<Element> places = new ArrayList<>();
            boolean data = false;
            for (Element child : element.children()) {
                boolean td = child.normalName().equals("td");
                data |= td;
                if (td || child.normalName().equals("th")) {
                    places.add(child);
                }
            }
            return data ? places : List.of();
        }

        @Override
        public Optional<String> mark(Mark mark) {
            CssPath path = marks.get(mark);
            if (path == null) {
                return Optional.empty();
            }
            return switch (mark) {
                case NEXT_LINK ->
                        path.find(document, "href").filter(h -> !h.isBlank() && !h.startsWith("#"));
                case NEXT_CURSOR -> path.find(document, "").filter(c -> !c.isBlank());
                case PAGE_COUNT, TOTAL -> path.find(document, "").flatMap(Matches::lastWhole);
            };
        }

        /// The last whole number of a text such as `page 1 of 12`.
        private static Optional<String> lastWhole(String text) {
            Matcher matcher = WHOLE.matcher(text);
            Optional<String> last = Optional.empty();
            while (matcher.find()) {
                last = Optional.of(matcher.group().replace(",", ""));
            }
            return last;
        }

        @Override
        public boolean hasPlace() {
            return !found.isEmpty();
        }

        @Override
        public String advice() {
            Set<String> names = new TreeSet<>();
            for (Element element : document.body().getAllElements()) {
                for (String name : element.classNames()) {
                    if (names.size() < CLASSES_TOLD_MAX) {
                        names.add(element.normalName() + "." + name);
                    }
                }
                if (!element.id().isEmpty() && names.size() < CLASSES_TOLD_MAX) {
                    names.add("#" + element.id());
                }
            }
            return "nothing matches \"" + rows.text() + "\"." + near(names);
        }

        private String near(Set<String> names) {
            List<String> wanted =
                    Pattern.compile("(?:\\w+)?[.#][\\w-]+")
                            .matcher(rows.text())
                            .results()
                            .map(r -> r.group())
                            .filter(n -> document.select(n).isEmpty())
                            .toList();
            if (!wanted.isEmpty() && !names.isEmpty()) {
                String word = wanted.getFirst();
                String advice = Nearest.advice(word, names);
                return " There is no "
                        + word
                        + (advice.length() < 300 ? advice : advice.substring(0, 300) + "…");
            }
            return " The page has "
                    + document.select("table").size()
                    + " tables and "
                    + document.select("tr").size()
                    + " table rows; its title is \""
                    + document.title()
                    + "\".";
        }
    }
}
