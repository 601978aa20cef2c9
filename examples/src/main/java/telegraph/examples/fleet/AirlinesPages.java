package telegraph.examples.fleet;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;

/// The airlines, all in one HTML table.
///
/// Threads: any.
final class AirlinesPages implements Pages {
    private final Reply page;

    AirlinesPages() throws IOException {
        StringBuilder out = new StringBuilder();
        out.append("<table id=\"carriers\" class=\"list\">\n");
        out.append("<thead><tr><th>Code</th><th>Airline</th></tr></thead>\n<tbody>\n");
        for (NamedCsvRecord airline : Shipped.records("airlines.csv.gz")) {
            out.append("<tr><td class=\"code\"><code>")
                    .append(Reply.escaped(airline.getField("carrier")))
                    .append("</code></td><td class=\"name\">")
                    .append(Reply.escaped(airline.getField("name")))
                    .append("</td></tr>\n");
        }
        out.append("</tbody>\n</table>\n");
        this.page =
                Reply.html(200, "Airlines", out.toString()).with("Cache-Control", "max-age=3600");
    }

    @Override
    public Reply get(Request request) {
        return request.path().equals("/airlines") ? page : Reply.notFound(request);
    }
}
