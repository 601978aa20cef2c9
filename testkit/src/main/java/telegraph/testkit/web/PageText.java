package telegraph.testkit.web;

/// Writes pages: paragraphs drawn from a store of made-up prose, each ending with a link, the links
/// written in all the ways in which a browser understands them.
///
/// Beside the links stand decoys, in a comment, a script and an attribute, that are no links.
///
/// Threads: any; the store does not change.
final class PageText {
    private static final int STORED = 1_024;
    private static final int WORDS = 2_000;
    private static final int PARAGRAPH = 11;
    private static final int WORD = 12;

    /// What markup takes of a page for each link.
    private static final int MARKUP_A_LINK = 66;

    private static final byte[] HEAD =
            Bytes.ascii(
                    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
                            + "<link rel=\"stylesheet\" href=\"/decoy/1.html\">\n<title>Page ");
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
    private static final byte[] HTTP = Bytes.ascii("http:");

    private final WebModel model;
    private final byte[][] paragraphs = new byte[STORED][];
    private final byte[] port;

    PageText(WebModel model, int port) {
        this.model = model;
        this.port = Bytes.ascii(":" + port);
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

    /// An HTML page with its links; `links` is room for [WebModel#linksMax] of them.
    void page(int host, int page, long[] links, Bytes to) {
        long seed = model.shape.seed();
        to.add(HEAD).add(page).add(OF).add(host).add(BODY);
        int count = model.links(host, page, links);
        for (int i = 0; i < count; i++) {
            to.add(PARAGRAPH_START);
            to.add(paragraphs[(int) Mix.of(seed, PARAGRAPH, Ref.page(host, page), i) & STORED - 1]);
            link(Ref.page(host, page), links[i], model.form(host, page, i), to);
            to.add(ANCHOR).add(Ref.number(links[i])).add(OF).add(Ref.host(links[i]));
            to.add(PARAGRAPH_END);
        }
        to.add(END);
    }

    /// A page of words without a link.
    void words(long ref, Bytes to) {
        to.add(HEAD).add(Ref.number(ref)).add(OF).add(Ref.host(ref)).add(BODY);
        to.add(PARAGRAPH_START).add(paragraphs[(int) Mix.of(0, WORD, ref, 0) & STORED - 1]);
        to.add("</p>\n").add(END);
    }

    /// The start tag of a link, in one of sixteen ways.
    private void link(long from, long ref, int form, Bytes to) {
        boolean away = Ref.host(from) != Ref.host(ref);
        switch (away ? 10 + form % 5 : form) {
            case 5, 6, 7 -> {
                to.add("<a href=\"");
                relative(from, ref, to);
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
                to.add("<a rel=\"x\" href=\"").add(HTTP);
                authority(ref, to);
                path(ref, to);
                to.add("\">");
            }
            case 12 -> {
                to.add("<a href=\"");
                authority(ref, to);
                path(ref, to);
                to.add("\" title=\"> <a href=/decoy/5.html>\">");
            }
            case 13 -> {
                to.add("<A HREF='HTTP://H").add(Ref.host(ref)).add(".Synth.TEST").add(port);
                path(ref, to);
                to.add("'>");
            }
            case 14 -> {
                to.add("<a\n href =\n \" ").add(HTTP);
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
        to.add(port);
    }

    /// The path with its `&` written as HTML wants it.
    private void path(long ref, Bytes to) {
        int start = to.length;
        model.path(ref, to);
        escape(start, to);
    }

    /// The path without its first slash.
    private void tail(long ref, Bytes to) {
        int start = to.length;
        model.path(ref, to);
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

    /// As seen from the directory of the page that links.
    private void relative(long from, long ref, Bytes to) {
        if (Ref.number(from) != 0) {
            to.add("../");
        } else if (Ref.number(ref) == 0) {
            to.add("./");
        }
        tail(ref, to);
    }

    /// The URL of what a [Ref] names.
    void url(long ref, Bytes to) {
        to.add(HTTP);
        authority(ref, to);
        model.path(ref, to);
    }
}
