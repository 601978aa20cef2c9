package telegraph.testkit.model;

/// Markup beside links that goes wrong in the ways in which markup does, and what stands in heads.
///
/// No decoy in it is a link by the rules of HTML.
final class Markup {
    /// The end of a page that breaks off.
    static final byte[] UNFINISHED =
            Bytes.ascii("</table></body><p>end <a href=\"/decoy/30.html\"");

    private static final byte[] NOTHING = new byte[0];
    private static final byte[] BASE =
            Bytes.ascii("<base href=\"/d1/x/\"><base href=\"/decoy/8.html\">\n");
    private static final byte[] NOFOLLOW =
            Bytes.ascii("<META content=\"NOFOLLOW, noarchive\" name=\"Robots\">\n");

    private static final byte[][] JUNK = {
        Bytes.ascii("<b><i>crossed</b></i>\n"),
        Bytes.ascii("<style>a { } <a href='/decoy/10.html'></style>\n"),
        Bytes.ascii("<textarea><a href=/decoy/11.html></textarea>\n"),
        Bytes.ascii("<!-- > <a href='/decoy/12.html'> -- > <a href='/decoy/12.html'> --!>\n"),
        Bytes.ascii("<![CDATA[ <a href=/decoy/13.html> ]]>\n"),
        Bytes.ascii("<? <a href=\"/decoy/14.html\"> ?>\n"),
        Bytes.ascii("</ a href=\"/decoy/15.html\">\n"),
        Bytes.ascii("</a href=\"/decoy/16.html\">\n"),
        Bytes.ascii("<p <a href=\"/decoy/17.html\">\n"),
        Bytes.ascii("<xmp><a href=/decoy/18.html></xmp>\n"),
        Bytes.ascii("<img alt='> <a href=/decoy/19.html>' src=/decoy/19.html>\n"),
        Bytes.ascii("1 < 2 & 3 > 2 &amp &nosuch; &#x110000; &#0;\n"),
        Bytes.ascii("<script>x = '</scrip><a href=/decoy/20.html>'; y = \"<!--\"</script>\n"),
        Bytes.ascii("<div class=a class=b id=>&lt;a href=/decoy/21.html&gt;</span>\n"),
        Bytes.ascii("<a name=here>no href</a><a HREFLANG=/decoy/22.html>none</a>\n"),
        Bytes.ascii("<><a<b><3 <_a href=/decoy/23.html>\n"),
    };

    private Markup() {}

    /// What stands in the head of a page because of its kind.
    static byte[] head(PageKind kind) {
        return switch (kind) {
            case BASE -> BASE;
            case META_NOFOLLOW -> NOFOLLOW;
            default -> NOTHING;
        };
    }

    static byte[] junk(int number) {
        return JUNK[number % JUNK.length];
    }
}
