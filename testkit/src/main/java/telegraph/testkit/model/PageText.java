package telegraph.testkit.model;

/// Writes pages: paragraphs drawn from a store of made-up prose, each ending with a link, the links
/// written in all the ways in which a browser understands them.
///
/// Beside the links stand decoys, in a comment, a script and an attribute, that are no links.
///
/// Threads: any; the store does not change.
public final class PageText {
    private static final int STORED = 1_024;
    private static final int WORDS = 2_000;
    private static final int PARAGRAPH = 11;
    private static final int WORD = 12;
    private static final int WORDS_PARAGRAPHS = 8;

    /// How many ways there are to write a link, the first of which do not name the host.
    private static final int FORMS = 16;

    private static final int FORMS_WITHIN = 10;

    /// What markup takes of a page for each link.
    private static final int MARKUP_A_LINK = 60;

    private static final byte[] HEAD =
            Bytes.ascii(
                    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
                            + "<link rel=\"stylesheet\" href=\"/decoy/1.html\">\n");
    private static final byte[] TITLE = Bytes.ascii("<title>Page ");
    private static final byte[] BODY =
            Bytes.ascii(
                    "</title>\n<script>var a = '<a href=\"/decoy/2.html\">no</a>';</script>\n"
                            + "</head><body data-x='<a href=\"/decoy/3.html\">'>\n"
                            + "<!-- <a href=\"/decoy/4.html\">no</a> -->\n");
    private static final byte[] END = Bytes.ascii("</body></html>\n");
    private static final byte[] OF = Bytes.ascii(" of h");
    private static final byte[] ANCHOR = Bytes.ascii("page ");
    private static final byte[] PARAGRAPH_START = Bytes.ascii("<p>");
    private static final byte[] PARAGRAPH_END = Bytes.ascii("</a></p>\n");
    private static final byte[] HERE = Bytes.ascii("./");
    private static final byte[] UP = Bytes.ascii("../");
    private static final byte[] UP_TWICE = Bytes.ascii("../../");
    private static final byte[] HTTP = Bytes.ascii("http:");
    private static final byte[] HTTPS = Bytes.ascii("https:");
    private static final int SCHEMELESS = 12;

    private final WebModel model;
    private final byte[][] paragraphs = new byte[STORED][];
    private final byte[] port;
    private final byte[] securePort;

    public PageText(WebModel model, int port, int securePort) {
        this.model = model;
        this.port = Bytes.ascii(":" + port);
        this.securePort = Bytes.ascii(":" + securePort);
        long seed = model.shape.seed();
        int each = Math.max(16, model.shape.size().pageBytes() / model.linksMax() - MARKUP_A_LINK);
        byte[][] words = words(seed);
        Bytes text = new Bytes(2 * each);
        for (int i = 0; i < STORED; i++) {
            text.clear();
            for (int w = 0; text.length < each; w++) {
                text.add(words[Mix.below(Mix.of(seed, PARAGRAPH, i, w), WORDS)]).add(' ');
            }
            paragraphs[i] = java.util.Arrays.copyOf(text.array, text.length);
        }
    }

    private static byte[][] words(long seed) {
        String[] syllables = {
            "ka", "lo", "mi", "ru", "sen", "ta", "vo", "nor", "el", "di", "pas", "tir", "un", "gre"
        };
        byte[][] words = new byte[WORDS][];
        for (int i = 0; i < WORDS; i++) {
            StringBuilder word = new StringBuilder();
            int count = 1 + Mix.below(Mix.of(seed, WORD, i, 0), 4);
            for (int s = 1; s <= count; s++) {
                word.append(syllables[Mix.below(Mix.of(seed, WORD, i, s), syllables.length)]);
            }
            words[i] = Bytes.ascii(word.toString());
        }
        return words;
    }

    /// The title of a page.
    public static String title(WebModel model, long ref) {
        int host = model.source(Ref.host(ref));
        return "Page " + Ref.number(ref) + " of h" + host;
    }

    /// An HTML page with its links; `links` is room for [WebModel#linksMax] of them.
    public void page(long ref, PageKind kind, long[] links, Bytes to) {
        long seed = model.shape.seed();
        int host = Ref.host(ref);
        int page = Ref.number(ref);
        int source = model.source(host);
        boolean mirrored = model.isMirrored(host);
        int forms = mirrored ? FORMS_WITHIN : FORMS;
        to.add(HEAD).add(Markup.head(kind)).add(TITLE).add(page).add(OF).add(source).add(BODY);
        int count = model.links(host, page, links);
        byte[] up = kind == PageKind.BASE ? UP_TWICE : page == 0 ? HERE : UP;
        for (int i = 0; i < count; i++) {
            to.add(PARAGRAPH_START);
            to.add(stored(Mix.of(seed, PARAGRAPH, Ref.page(source, page), i)));
            boolean away = Ref.host(links[i]) != host;
            int form = model.form(host, page, i) % forms;
            int written = away ? FORMS_WITHIN + form % 5 : form;
            boolean staysSecure = model.isSecure(Ref.host(links[i])) == model.isSecure(host);
            boolean needsScheme = written == SCHEMELESS && !staysSecure;
            link(links[i], needsScheme ? SCHEMELESS - 1 : written, up, to);
            to.add(ANCHOR).add(Ref.number(links[i])).add(PARAGRAPH_END);
            if (kind == PageKind.BROKEN_HTML) {
                to.add(Markup.junk(i));
            }
        }
        to.add(kind == PageKind.BROKEN_HTML ? Markup.UNFINISHED : END);
    }

    /// A page of words without a link; the same words for the same `variant`.
    public void words(long variant, Bytes to) {
        to.add(HEAD).add(TITLE).add("of words").add(BODY);
        for (int i = 0; i < WORDS_PARAGRAPHS; i++) {
            to.add(PARAGRAPH_START).add(stored(Mix.of(0, WORD, variant, i))).add("</p>\n");
        }
        to.add(END);
    }

    /// A page that leads to another by itself.
    public void refresh(long target, Bytes to) {
        to.add("<!DOCTYPE html>\n<html><head><meta http-equiv=\"Refresh\" content=\"0; URL='");
        path(target, to);
        to.add("'\"><title>Away</title></head><body>This page has moved.</body></html>\n");
    }

    /// Adds words until the page has so many octets.
    public void fill(int octets, Bytes to) {
        for (int i = 0; to.length < octets; i++) {
            to.add(paragraphs[i & STORED - 1]);
        }
    }

    private byte[] stored(long drawn) {
        return paragraphs[(int) drawn & STORED - 1];
    }

    /// The start tag of a link, in one of sixteen ways.
    private void link(long ref, int form, byte[] up, Bytes to) {
        switch (form) {
            case 5, 6, 7 -> {
                to.add("<a href=\"").add(up);
                tail(ref, to);
                to.add("\">");
            }
            case 8 -> {
                to.add("<a class=x href='/none/./../d9/../");
                tail(ref, to);
                to.add("'>");
            }
            case 9 -> {
                to.add("<a href=\"");
                path(ref, to);
                to.add("#part").add(form).add("\">");
            }
            case 10, 11 -> {
                to.add("<a rel=\"x\" href=\"").add(scheme(ref));
                authority(ref, to);
                path(ref, to);
                to.add("\">");
            }
            case SCHEMELESS -> {
                to.add("<a href=\"");
                authority(ref, to);
                path(ref, to);
                to.add("\" title=\"> <a href=/decoy/5.html>\">");
            }
            case 13 -> {
                to.add("<A HREF='HTTP").add(model.isSecure(Ref.host(ref)) ? "S" : "");
                to.add("://H").add(Ref.host(ref)).add(".Synth.TEST").add(port(ref));
                path(ref, to);
                to.add("'>");
            }
            case 14 -> {
                to.add("<a\n href =\n \" ").add(scheme(ref));
                authority(ref, to);
                path(ref, to);
                to.add("\t\" data-href='/decoy/6.html'>");
            }
            case 15 -> {
                to.add("<a href=");
                path(ref, to);
                to.add(" >");
            }
            default -> {
                to.add("<a href=\"");
                path(ref, to);
                to.add("\">");
            }
        }
    }

    private void authority(long ref, Bytes to) {
        to.add("//");
        WebModel.host(Ref.host(ref), to);
        to.add(port(ref));
    }

    private byte[] scheme(long ref) {
        return model.isSecure(Ref.host(ref)) ? HTTPS : HTTP;
    }

    private byte[] port(long ref) {
        return model.isSecure(Ref.host(ref)) ? securePort : port;
    }

    /// The path with its `&` written as HTML wants it.
    private void path(long ref, Bytes to) {
        int start = to.length;
        Paths.write(ref, to);
        escape(start, to);
    }

    /// The path without its first slash.
    private void tail(long ref, Bytes to) {
        int start = to.length;
        Paths.write(ref, to);
        System.arraycopy(to.array, start + 1, to.array, start, to.length - start - 1);
        to.length--;
        escape(start, to);
    }

    private static void escape(int start, Bytes to) {
        for (int at = start; at < to.length; at++) {
            if (to.array[at] == '&') {
                to.add("amp;");
                System.arraycopy(to.array, at + 1, to.array, at + 5, to.length - at - 5);
                to.array[at + 1] = 'a';
                to.array[at + 2] = 'm';
                to.array[at + 3] = 'p';
                to.array[at + 4] = ';';
                return;
            }
        }
    }

    /// The URL of what a [Ref] names.
    public void url(long ref, Bytes to) {
        to.add(scheme(ref));
        authority(ref, to);
        Paths.write(ref, to);
    }
}
