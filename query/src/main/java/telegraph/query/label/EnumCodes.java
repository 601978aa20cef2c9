package telegraph.query.label;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.SqlType.UserType.Label;
import telegraph.language.ast.TableName;

/// The values of an enum as a constant of a query has them, and read again.
///
/// ```
/// schema ␁ name { ␁ number ␁ text }
/// ```
public final class EnumCodes {
    private static final String SEPARATOR = String.valueOf(EnumType.SEPARATOR);

    private final Enumeration values;
    private final Map<String, Long> codes = new HashMap<>();
    private final Map<Long, String> texts = new HashMap<>();

    /// Reads what [#written] gave.
    public EnumCodes(String written) {
        String[] parts = written.split(SEPARATOR, -1);
        List<Label> labels = new ArrayList<>();
        for (int i = 2; i + 1 < parts.length; i += 2) {
            Label label = new Label(Long.parseLong(parts[i]), parts[i + 1]);
            labels.add(label);
            codes.put(label.text(), label.code());
            texts.put(label.code(), label.text());
        }
        values = new Enumeration(new TableName(parts[0], parts[1]), 0, labels);
    }

    public static String written(Enumeration values) {
        StringBuilder written = new StringBuilder(EnumType.key(values.name()));
        for (Label label : values.labels()) {
            written.append(SEPARATOR).append(label.code());
            written.append(SEPARATOR).append(label.text());
        }
        return written.toString();
    }

    /// The number of a text.
    ///
    /// @throws telegraph.ground.TelegraphException of 22P02 if none of the values is called so
    public long code(String text) {
        Long code = codes.get(text);
        return code == null ? values.code(text) : code;
    }

    public String text(long code) {
        String text = texts.get(code);
        return text == null ? values.label(code).text() : text;
    }
}
