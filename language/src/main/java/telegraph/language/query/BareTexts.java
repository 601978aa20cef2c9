package telegraph.language.query;

import telegraph.language.ast.Span;
import telegraph.language.ast.Term;

/// Reads texts and parameters that stand bare as arguments as what a function takes there.
///
/// Threads: any.
public final class BareTexts {
    private BareTexts() {}

    /// Whether it is a text without a type.
    public static boolean isText(Term term) {
        return term instanceof Term.Literal literal && literal.value() instanceof String;
    }

    /// The argument, cast to a type if it is such a one.
    static Term read(Term argument, String type) {
        return isText(argument) || argument instanceof Term.Parameter
                ? cast(argument, type)
                : argument;
    }

    public static Term cast(Term argument, String type) {
        Span at = argument.at();
        return new Term.Cast(argument, Term.TypeName.plain(type, at), Term.Style.CALL, at);
    }
}
