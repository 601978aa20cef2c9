package telegraph.language.query;

import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;

/// Reads texts and parameters that stand bare as arguments as what a function takes there.
///
/// Threads: any.
final class BareTexts {
    private BareTexts() {}

    /// The argument, cast to a type if it is such a one.
    static Term read(Term argument, String type) {
        boolean bare =
                argument instanceof Term.Literal literal && literal.value() instanceof String
                        || argument instanceof Term.Parameter;
        return bare ? cast(argument, type) : argument;
    }

    static Term cast(Term argument, String type) {
        Span at = argument.at();
        List<Identifier> name = List.of(new Identifier(type, at));
        Term.TypeName written = new Term.TypeName(name, List.of(), Optional.empty(), false, at);
        return new Term.Cast(argument, written, Term.Style.CALL, at);
    }
}
