package telegraph.language.grammar;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Item;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Token;

/// Recognises statements about one row, and gives up at the first token of anything else: it has no
/// errors, since the grammar of all statements comes after it.
///
/// ```
/// SELECT * | column [AS label], … FROM table [[AS] alias] WHERE column = operand AND …
/// UPDATE table SET column = operand | column ± operand, … WHERE column = operand AND …
/// DELETE FROM table WHERE column = operand AND …
/// INSERT INTO table [(column, …)] VALUES (operand, …)
/// VALUES (literal, …), …
/// operand: ? | $1 | [-] number | 'text' | TRUE | FALSE | NULL | CURRENT_TIMESTAMP | now()
/// ```
///
/// Threads: one; used once.
public final class PointGrammar {
    /// Words that stand where an alias or a column could and mean something.
    private static final List<String> WORDS =
            List.of(
                    "from",
                    "where",
                    "as",
                    "distinct",
                    "all",
                    "online",
                    "error",
                    "within",
                    "case",
                    "cast",
                    "not",
                    "null",
                    "true",
                    "false",
                    "default",
                    "set",
                    "values",
                    "select",
                    "tablesample",
                    "for",
                    "join",
                    "on",
                    "order",
                    "group",
                    "limit",
                    "union",
                    "only",
                    "current_date",
                    "current_time",
                    "current_timestamp",
                    "current_user",
                    "user",
                    "localtime",
                    "localtimestamp",
                    "session_user",
                    "lateral",
                    "unnest",
                    "table");

    private final List<Token> tokens;
    private int at;
    private int places;
    private boolean wrong;

    public PointGrammar(String statement) {
        this.tokens = Lexer.cut(statement).tokens();
    }

    public Optional<PointStatement> read() {
        PointStatement statement = null;
        if (accept("select")) {
            statement = find();
        } else if (accept("update")) {
            statement = update();
        } else if (accept("delete")) {
            expect("from");
            TableName table = table();
            statement = new PointStatement.Delete(table, where(table.name()));
        } else if (accept("insert")) {
            statement = insert();
        }
        acceptSign(";");
        return wrong || statement == null || peek().kind() != Token.Kind.END
                ? Optional.empty()
                : Optional.of(statement);
    }

    /// The rows of a `VALUES (…), (…)` of nothing but literals; empty if it is anything else.
    public Optional<List<List<Object>>> rows() {
        expect("values");
        List<List<Object>> rows = new ArrayList<>();
        do {
            expectSign("(");
            List<Object> row = new ArrayList<>();
            do {
                if (operand() instanceof Operand.Literal literal) {
                    row.add(literal.value());
                } else {
                    wrong = true;
                }
            } while (!wrong && acceptSign(","));
            expectSign(")");
            rows.add(row);
        } while (!wrong && acceptSign(","));
        return wrong || peek().kind() != Token.Kind.END ? Optional.empty() : Optional.of(rows);
    }

    private PointStatement find() {
        int items = at;
        while (!peek().is("from") && peek().kind() != Token.Kind.END) {
            at++;
        }
        expect("from");
        TableName table = table();
        boolean as = accept("as");
        String alias = as || isFreeName() ? name() : table.name();
        int where = at;
        at = items;
        List<Item> columns = items(alias);
        expect("from");
        at = where;
        return new PointStatement.Find(table, columns, where(alias));
    }

    private List<Item> items(String alias) {
        List<Item> items = new ArrayList<>();
        if (acceptSign("*")) {
            return items;
        }
        do {
            Token token = peek();
            String column = column(alias);
            Token last = tokens.get(at - 1);
            String label = last.value();
            if (accept("as")) {
                label = label();
            } else if (isFreeName()) {
                label = label();
            }
            wrong |= token.kind() == Token.Kind.END;
            items.add(new Item(column, label));
        } while (!wrong && acceptSign(","));
        return items;
    }

    private PointStatement update() {
        TableName table = table();
        expect("set");
        List<Pair> assignments = new ArrayList<>();
        do {
            String column = name();
            expectSign("=");
            assignments.add(new Pair(column, assigned(table.name())));
        } while (!wrong && acceptSign(","));
        return new PointStatement.Update(table, assignments, where(table.name()));
    }

    private Operand assigned(String alias) {
        if (!isFreeName() || isNow()) {
            return operand();
        }
        String column = column(alias);
        boolean minus = peek().isSign("-");
        if (!minus && !peek().isSign("+")) {
            wrong = true;
        }
        at++;
        return new Operand.Sum(column, minus, operand());
    }

    private PointStatement insert() {
        expect("into");
        TableName table = table();
        List<String> columns = new ArrayList<>();
        if (acceptSign("(")) {
            do {
                columns.add(name());
            } while (!wrong && acceptSign(","));
            expectSign(")");
        }
        expect("values");
        expectSign("(");
        List<Operand> values = new ArrayList<>();
        do {
            values.add(operand());
        } while (!wrong && acceptSign(","));
        expectSign(")");
        return new PointStatement.Insert(table, columns, values);
    }

    private List<Pair> where(String alias) {
        expect("where");
        List<Pair> pairs = new ArrayList<>();
        do {
            String column = column(alias);
            expectSign("=");
            pairs.add(new Pair(column, operand()));
        } while (!wrong && accept("and"));
        return pairs;
    }

    private boolean isNow() {
        return peek().is("now") && tokens.get(at + 1).isSign("(");
    }

    private Operand operand() {
        if (wrong) {
            return new Operand.Literal(null);
        }
        if (isNow()) {
            at++;
            expectSign("(");
            expectSign(")");
            return new Operand.Now();
        }
        boolean minus = acceptSign("-");
        Token token = peek();
        at++;
        if (token.kind() == Token.Kind.NUMBER) {
            return new Operand.Literal(number((minus ? "-" : "") + token.value()));
        }
        wrong |= minus;
        if (token.isSign("?")) {
            return new Operand.Place(places++);
        } else if (token.isSign("$") && peek().kind() == Token.Kind.NUMBER) {
            String number = peek().value();
            at++;
            wrong |= !number.matches("[1-9]\\d{0,3}");
            return new Operand.Place(wrong ? 0 : Integer.parseInt(number) - 1);
        } else if (token.isString()) {
            return new Operand.Literal(token.value());
        } else if (token.is("true") || token.is("false")) {
            return new Operand.Literal(token.is("true"));
        }
        if (token.is("current_timestamp")) {
            return new Operand.Now();
        }
        wrong |= !token.is("null");
        return new Operand.Literal(null);
    }

    private Object number(String text) {
        if (text.matches("-?\\d{1,9}")) {
            return Integer.valueOf(text);
        } else if (text.matches("-?\\d{10,18}")) {
            return Long.valueOf(text);
        } else if (text.matches("-?\\d{1,18}\\.\\d{1,18}")) {
            return new BigDecimal(text);
        }
        wrong = true;
        return null;
    }

    private TableName table() {
        String first = name();
        if (!acceptSign(".")) {
            return TableName.of(first);
        }
        return new TableName(first, name());
    }

    /// A column, which may have the table's name or alias before it.
    private String column(String alias) {
        String first = name();
        if (!acceptSign(".")) {
            return first;
        }
        wrong |= !first.equalsIgnoreCase(alias);
        return name();
    }

    private String name() {
        if (!isFreeName()) {
            wrong = true;
            return "";
        }
        Token token = peek();
        at++;
        return token.kind() == Token.Kind.QUOTED
                ? token.value()
                : token.value().toLowerCase(Locale.ROOT);
    }

    private String label() {
        Token token = peek();
        name();
        return token.value();
    }

    private boolean isFreeName() {
        Token token = peek();
        return token.kind() == Token.Kind.QUOTED
                || token.kind() == Token.Kind.WORD
                        && !WORDS.contains(token.value().toLowerCase(Locale.ROOT));
    }

    private Token peek() {
        return tokens.get(Math.min(at, tokens.size() - 1));
    }

    private boolean accept(String word) {
        boolean is = peek().is(word);
        at += is ? 1 : 0;
        return is;
    }

    private void expect(String word) {
        wrong |= !accept(word);
    }

    private boolean acceptSign(String sign) {
        boolean is = peek().isSign(sign);
        at += is ? 1 : 0;
        return is;
    }

    private void expectSign(String sign) {
        wrong |= !acceptSign(sign);
    }
}
