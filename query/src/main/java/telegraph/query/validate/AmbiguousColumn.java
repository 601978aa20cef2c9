package telegraph.query.validate;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.query.syntax.Places;

/// A query names a column, and several columns of one subquery have that name.
public final class AmbiguousColumn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String name;

    AmbiguousColumn(String name) {
        super("column reference \"" + name + "\" is ambiguous");
        this.name = name;
    }

    /// The message of the kind INPUT, with the place if there is only one that it can be about.
    public TelegraphException in(SqlNode query) {
        return TelegraphException.of(
                SqlState.AMBIGUOUS_COLUMN,
                getMessage()
                        + place(query).map(place -> " at " + place).orElse("")
                        + ": several columns of a subquery have this name. Give them names of"
                        + " their own there",
                this);
    }

    private Optional<Position> place(SqlNode query) {
        Set<Position> places = new HashSet<>();
        query.accept(
                new SqlBasicVisitor<Void>() {
                    @Override
                    public Void visit(SqlIdentifier id) {
                        if (!id.isStar() && id.names.getLast().equalsIgnoreCase(name)) {
                            places.add(Places.position(id.getParserPosition()));
                        }
                        return null;
                    }
                });
        return places.size() == 1 ? places.stream().findFirst() : Optional.empty();
    }
}
