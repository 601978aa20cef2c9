package telegraph.sql.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Parameters;
import telegraph.language.Parsed;
import telegraph.language.Statements;
import telegraph.language.ast.Given;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.query.Binding;

/// The statements of a conversation that PREPARE has named.
///
/// Threads: any.
public final class PreparedTexts {
    /// The most statements prepared at once.
    private static final int STATEMENTS_MAX = 1_000;

    private record Text(Parameters parameters, Statement statement, List<SqlType> types) {}

    private final Map<String, Text> texts = new ConcurrentHashMap<>();

    /// @param types of the first parameters
    /// @param database in which all tables are that it names
    public void prepare(String name, String text, List<SqlType> types, String database) {
        Parameters parameters = Parameters.of(text);
        if (types.size() > parameters.count()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "a type belongs to a parameter: types="
                            + types.size()
                            + " parameters="
                            + parameters.count());
        }
        // What is wrong with the statement itself is said now.
        Parsed parsed = Statements.parse(text).getFirst();
        parsed.demandWithin(database);
        Statement statement = parsed.statement();
        if (texts.size() >= STATEMENTS_MAX) {
            throw TelegraphException.resource(
                    "a conversation has at most "
                            + STATEMENTS_MAX
                            + " prepared statements. DEALLOCATE some");
        }
        if (texts.putIfAbsent(name, new Text(parameters, statement, List.copyOf(types))) != null) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_OBJECT,
                    "there is a prepared statement of that name: name=\"" + name + "\"");
        }
    }

    /// The statement of a name.
    public Parameters parameters(String name) {
        return text(name).parameters();
    }

    /// The statement with values for its parameters.
    public Statement bound(String name, List<Object> values) {
        Text text = text(name);
        int wanted = text.parameters().count();
        if (values.size() != wanted) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "each parameter needs one value: parameters="
                            + wanted
                            + " values="
                            + values.size());
        }
        List<Given> given = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String type = i < text.types().size() ? title(text.types().get(i)) : "";
            given.add(new Given(values.get(i), type));
        }
        return Binding.of(text.statement(), given);
    }

    private static String title(SqlType type) {
        return type.user().map(user -> user.name().quoted()).orElse(type.name().title());
    }

    public void deallocate(String name) {
        text(name);
        texts.remove(name);
    }

    public void deallocateAll() {
        texts.clear();
    }

    private Text text(String name) {
        Text text = texts.get(name);
        if (text == null) {
            throw TelegraphException.of(
                    SqlState.INVALID_STATEMENT_NAME,
                    "there is no prepared statement of that name: name=\""
                            + name
                            + "\""
                            + Nearest.hint(name, texts.keySet()));
        }
        return text;
    }
}
