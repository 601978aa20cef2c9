package telegraph.crawler.robots;

import java.util.Locale;

/// What an X-Robots-Tag header or a robots meta element asks for its page.
///
/// @param noindex the page is not to be found by what it says
/// @param nofollow its links are not to be followed
public record RobotsTag(boolean noindex, boolean nofollow) {
    public static final RobotsTag NONE = new RobotsTag(false, false);

    /// The name by which tags speak to the crawler with a User-Agent, in small letters.
    public static String token(String agent) {
        return Robots.token(agent);
    }

    /// Reads `noindex, nofollow`, or with a crawler's name `otherbot: noindex`. A name holds until
    /// the next one; what is said to others than `agent` (a product token or a User-Agent, which
    /// begins with it) does not count. Several headers in a row are joined by commas.
    public static RobotsTag parse(String value, String agent) {
        String token = Robots.token(agent);
        boolean noindex = false;
        boolean nofollow = false;
        boolean isMeant = true;
        for (String part : value.toLowerCase(Locale.ROOT).split(",")) {
            String rule = part.strip();
            int colon = rule.indexOf(':');
            // Rules with values of their own, such as max-snippet:20, name nobody.
            if (colon > 0 && !isRuleWithValue(rule.substring(0, colon).strip())) {
                String name = rule.substring(0, colon).strip();
                isMeant = name.equals(token) || name.equals("*") || name.equals("robots");
                rule = rule.substring(colon + 1).strip();
            }
            if (isMeant) {
                boolean none = rule.equals("none");
                noindex |= none || rule.equals("noindex");
                nofollow |= none || rule.equals("nofollow");
            }
        }
        return new RobotsTag(noindex, nofollow);
    }

    private static boolean isRuleWithValue(String name) {
        return name.equals("unavailable_after") || name.startsWith("max-");
    }

    /// Either or both.
    public RobotsTag and(RobotsTag other) {
        return new RobotsTag(noindex || other.noindex, nofollow || other.nofollow);
    }
}
