package telegraph.testkit.model;

/// The pages of traps, without end, and links that are no URLs.
public final class Wilds {
    /// As a value in [PageKind#ODD_LINKS]; the letters stand for octets.
    private static final String[] ODD = {
        "/odd/nul\0here",
        "/odd/%zz%",
        "/odd/a space",
        "/odd/bell\7",
        "/odd/caf\u00E9",
        "/odd/" + "long".repeat(600),
        "/odd/\\back\\slash",
        "/odd/?q=\0&r=\"",
        "http:/odd/one",
        "http://h1.synth.test:99999/odd/",
        "http://[::1/odd/",
        "http://exa mple/odd/",
        "http://%00/odd/",
        "mailto:a@synth.test",
        "javascript:void('/odd/')",
        "data:,/odd/",
        "ftp://h1.synth.test/odd/",
        "tel:+1",
        "//",
        "http://",
        "/odd/?",
        "#",
        "http://1.2.3.4.5.6/odd/"
    };

    private Wilds() {}

    /// What leads into a trap, or nowhere.
    public static void link(PageKind kind, int page, Bytes to) {
        switch (kind) {
            case CALENDAR_TRAP -> anchor("/trap/calendar/2026/1/", to);
            case PATH_TRAP -> anchor("/trap/path/", to);
            case SESSION_TRAP -> anchor("/trap/session?sid=" + page, to);
            case ODD_LINKS -> {
                for (String odd : ODD) {
                    to.add("<a href='").add(odd).add("'>odd</a>\n");
                }
            }
            default -> {}
        }
    }

    /// The page of a trap.
    public static void trap(String path, Bytes to) {
        to.add("<!DOCTYPE html><title>Again</title>\n");
        if (path.startsWith("/trap/calendar/")) {
            String[] parts = path.substring("/trap/calendar/".length()).split("/");
            int month = number(parts[0]) * 12 + (parts.length > 1 ? number(parts[1]) : 0);
            anchor("/trap/calendar/" + (month + 1) / 12 + "/" + (month + 1) % 12 + "/", to);
            anchor("/trap/calendar/" + (month - 1) / 12 + "/" + (month - 1) % 12 + "/", to);
        } else if (path.startsWith("/trap/path/")) {
            anchor("shop/items/", to);
            anchor("about/", to);
        } else {
            for (int i = 0; i < 3; i++) {
                long session = Mix.of(0, path.hashCode(), i, 0) >>> 16;
                anchor("/trap/session?page=" + i + "&amp;sid=" + session, to);
            }
        }
    }

    private static int number(String digits) {
        return digits.matches("\\d{1,7}") ? Integer.parseInt(digits) : 0;
    }

    private static void anchor(String href, Bytes to) {
        to.add("<a href=\"").add(href).add("\">more</a>\n");
    }
}
