package telegraph.cli.format;

import org.jline.utils.WCWidth;

/// How many terminal columns a text takes: East Asian characters and emoji take two, combining
/// marks none.
public final class CellWidth {
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int EMOJI_PRESENTATION = 0xFE0F;

    private CellWidth() {}

    public static int of(String text) {
        return fitting(text, Integer.MAX_VALUE).width;
    }

    /// The text cut to `columns`, with `…` in place of what is missing.
    public static String cut(String text, int columns) {
        if (columns <= 0) {
            return "";
        }
        if (fitting(text, columns).end == text.length()) {
            return text;
        }
        return text.substring(0, fitting(text, columns - 1).end) + "…";
    }

    /// The text without anything that moves the cursor or changes the terminal, in one line.
    public static String tame(String text) {
        StringBuilder tame = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean wild = Character.isISOControl(c) || isDirection(c);
            if (wild && tame == null) {
                tame = new StringBuilder(text.length() + 8).append(text, 0, i);
            }
            if (tame != null) {
                if (wild) {
                    escape(c, tame);
                } else {
                    tame.append(c);
                }
            }
        }
        return tame == null ? text : tame.toString();
    }

    private static void escape(char c, StringBuilder to) {
        switch (c) {
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            default -> to.append(String.format("\\u%04x", (int) c));
        }
    }

    /// Whether a character reorders what follows it.
    private static boolean isDirection(char c) {
        return c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
    }

    /// How much of a text fits.
    ///
    /// @param end where in the text the next character would be too wide
    /// @param width how wide the text is up to there
    private record Fit(int end, int width) {}

    private static Fit fitting(String text, int columns) {
        int width = 0;
        int i = 0;
        int last = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            int grown = width + widthAfter(last, point, i, text);
            if (grown > columns) {
                break;
            }
            width = grown;
            last = point;
            i += Character.charCount(point);
        }
        return new Fit(i, width);
    }

    private static int widthAfter(int last, int point, int at, String text) {
        if (point >= ' ' && point < 0x7F) {
            return 1;
        }
        if (last == ZERO_WIDTH_JOINER || isModifier(point) && last > 0x2000) {
            return 0;
        }
        if (point == EMOJI_PRESENTATION) {
            // The character before becomes an emoji and two columns wide.
            return last != 0 && WCWidth.wcwidth(last) == 1 ? 1 : 0;
        }
        if (isRegion(point)) {
            return isRegion(last) && regionsBefore(at, text) % 2 == 1 ? 0 : 2;
        }
        return Math.max(0, WCWidth.wcwidth(point));
    }

    private static boolean isModifier(int point) {
        return point >= 0x1F3FB && point <= 0x1F3FF;
    }

    private static boolean isRegion(int point) {
        return point >= 0x1F1E6 && point <= 0x1F1FF;
    }

    private static int regionsBefore(int at, String text) {
        int count = 0;
        for (int i = at; i > 0 && isRegion(text.codePointBefore(i)); i -= 2) {
            count++;
        }
        return count;
    }
}
