package telegraph.sql.introspect;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import telegraph.query.session.Sequences;
import telegraph.query.value.Allowance;
import telegraph.query.value.CatalogFacts;
import telegraph.query.value.Evaluation;
import telegraph.sql.value.CatalogType;

/// A function that queries about the catalog can call.
///
/// @param arguments what it takes; an empty one takes any type as it is
/// @param required how many arguments a call gives at least
/// @param repeats whether the last argument may be given any number of times
/// @param result the type of what it returns, from the types of what it is given
/// @param fields of a function that returns records their columns
/// @param set whether it returns a set of values, as a List
/// @param strict whether it is null when an argument is
public record CatalogFunction(
        String name,
        List<Optional<CatalogType>> arguments,
        int required,
        boolean repeats,
        Function<List<CatalogType>, CatalogType> result,
        List<Relation.Column> fields,
        boolean set,
        boolean strict,
        Body body) {
    /// What it does.
    @FunctionalInterface
    public interface Body {
        Object call(Object[] values, Call call);
    }

    /// Where it is called: the types of its arguments, and what is around the query.
    public record Call(List<CatalogType> types, Surroundings around) {
        /// A value as text.
        public String text(Object value, int argument) {
            return CatalogTexts.write(value, types.get(argument), around);
        }

        /// The values from one on as texts.
        String[] texts(Object[] values, int first) {
            String[] texts = new String[values.length - first];
            for (int i = first; i < values.length; i++) {
                texts[i - first] = values[i] == null ? null : text(values[i], i);
            }
            return texts;
        }

        /// For a routine of the expressions' that makes one text.
        Allowance allowance() {
            return new Evaluation(
                            around.textMax(), Sequences.NONE, CatalogFacts.NONE, around.time())
                    .allowance();
        }
    }

    /// A function of the arguments' types, null when one of them is.
    public static CatalogFunction of(
            String name, CatalogType result, List<CatalogType> arguments, Body body) {
        return new CatalogFunction(
                name,
                arguments.stream().map(Optional::of).toList(),
                arguments.size(),
                false,
                _ -> result,
                List.of(),
                false,
                true,
                body);
    }

    /// The same, of which the last arguments can be left out.
    public CatalogFunction needing(int count) {
        return new CatalogFunction(
                name, arguments, count, repeats, result, fields, set, strict, body);
    }

    /// The same, which is called with nulls, too.
    public CatalogFunction withNulls() {
        return new CatalogFunction(
                name, arguments, required, repeats, result, fields, set, false, body);
    }

    /// The same, whose last argument may be given often.
    public CatalogFunction repeating() {
        return new CatalogFunction(
                name, arguments, required, true, result, fields, set, strict, body);
    }

    /// The same, which takes values of any types.
    public CatalogFunction ofAny() {
        return new CatalogFunction(
                name,
                arguments.stream().map(_ -> Optional.<CatalogType>empty()).toList(),
                required,
                repeats,
                result,
                fields,
                set,
                strict,
                body);
    }

    /// The same, whose result's type follows from what it is given.
    public CatalogFunction returning(Function<List<CatalogType>, CatalogType> rule) {
        return new CatalogFunction(
                name, arguments, required, repeats, rule, fields, set, strict, body);
    }

    /// The same, which returns a List of values, one for each row.
    public CatalogFunction ofSet() {
        return new CatalogFunction(
                name, arguments, required, repeats, result, fields, true, strict, body);
    }

    /// The same, whose results are records.
    public CatalogFunction ofRecords(Relation.Column... columns) {
        return new CatalogFunction(
                name, arguments, required, repeats, result, List.of(columns), set, strict, body);
    }
}
