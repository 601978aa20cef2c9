package telegraph.language.ast;

import java.util.List;

/// One part of a name: in lower case, unless it was quoted.
public record Identifier(String name, Span at) {
    /// The parts' names.
    public static List<String> names(List<Identifier> parts) {
        return parts.stream().map(Identifier::name).toList();
    }
}
