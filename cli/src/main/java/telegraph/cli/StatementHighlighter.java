package telegraph.cli;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jline.reader.LineReader;
import org.jline.reader.impl.DefaultHighlighter;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Shows keywords bold, texts green and comments faint while a statement is typed.
final class StatementHighlighter extends DefaultHighlighter {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "(?s)(?<comment>--[^\\n]*|/\\*.*?(\\*/|$))|(?<text>'([^']|'')*'?)"
                            + "|(?<name>\"[^\"]*\"?)|(?<word>\\p{L}[\\p{L}\\p{N}_]*)");

    private final Set<String> keywords;

    StatementHighlighter(Database database) {
        this.keywords =
                database.keywords().stream()
                        .map(keyword -> keyword.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public AttributedString highlight(LineReader reader, String buffer) {
        AttributedStringBuilder styled = new AttributedStringBuilder();
        Matcher token = TOKEN.matcher(buffer);
        int at = 0;
        while (token.find()) {
            styled.append(buffer.substring(at, token.start()));
            styled.styled(style(token), token.group());
            at = token.end();
        }
        return styled.append(buffer.substring(at)).toAttributedString();
    }

    private AttributedStyle style(Matcher token) {
        if (token.group("comment") != null) {
            return AttributedStyle.DEFAULT.faint();
        }
        if (token.group("text") != null) {
            return AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
        }
        String word = token.group("word");
        boolean keyword = word != null && keywords.contains(word.toUpperCase(Locale.ROOT));
        return keyword ? AttributedStyle.BOLD : AttributedStyle.DEFAULT;
    }
}
