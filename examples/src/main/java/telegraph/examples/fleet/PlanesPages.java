package telegraph.examples.fleet;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The registry of planes: a form with one field, and a page of results for one tail number.
///
/// There is no list of all planes. A number nobody knows gets a page that says so.
///
/// Threads: any.
final class PlanesPages implements Pages {
    private static final String FORM =
            """
            <form class="search" action="/search" method="get">
              <label for="tailnum">Tail number</label>
              <input id="tailnum" name="tailnum" required maxlength="6">
              <button>Search</button>
            </form>
            """;

    private final Map<String, String> results = new HashMap<>();

    PlanesPages() throws IOException {
        for (NamedCsvRecord plane : Shipped.records("planes.csv.gz")) {
            results.put(plane.getField("tailnum"), table(plane));
        }
    }

    @Override
    public Reply get(Request request) {
        return switch (request.path()) {
            case "/" -> Reply.html(200, "Registry of planes", FORM);
            case "/search" -> found(request.parameter("tailnum").strip());
            default -> Reply.notFound(request);
        };
    }

    private Reply found(String tailnum) {
        if (tailnum.isEmpty()) {
            return Reply.html(
                    400,
                    "Registry of planes",
                    "<p class=\"error\">Give a tail number.</p>\n" + FORM);
        }
        String table = results.get(tailnum);
        String main =
                table == null
                        ? "<p class=\"message\">No plane found for tail number <b>"
                                + Reply.escaped(tailnum)
                                + "</b>.</p>\n"
                        : table;
        return Reply.html(200, "Registry of planes: search", main + FORM)
                .with("Cache-Control", "max-age=3600");
    }

    private static String table(NamedCsvRecord plane) {
        StringBuilder out = new StringBuilder();
        out.append("<div class=\"panel\"><h2>1 plane found</h2>\n<table class=\"results\">\n");
        out.append("<tbody><tr class=\"plane\">\n");
        out.append("  <td class=\"tailnum\"><a href=\"/search?tailnum=")
                .append(plane.getField("tailnum"))
                .append("\">")
                .append(plane.getField("tailnum"))
                .append("</a></td>\n");
        cell(out, "year", plane.getField("year"));
        cell(out, "type", plane.getField("type"));
        cell(out, "maker", plane.getField("manufacturer"));
        cell(out, "model", plane.getField("model"));
        cell(out, "engines", plane.getField("engines"));
        cell(out, "seats", plane.getField("seats"));
        cell(out, "engine", plane.getField("engine"));
        return out.append("</tr></tbody>\n</table></div>\n").toString();
    }

    private static void cell(StringBuilder out, String name, String value) {
        out.append("  <td class=\"").append(name).append("\"><span>");
        out.append(Reply.escaped(value)).append("</span></td>\n");
    }
}
