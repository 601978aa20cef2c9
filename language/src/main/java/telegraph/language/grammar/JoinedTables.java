package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;

/// The tables beside the one that a statement changes, which its RETURNING may name.
///
/// @param names by which it names them, in the order of FROM
record JoinedTables(List<String> names) {
    static final JoinedTables NONE = new JoinedTables(List.of());

    /// @throws TelegraphException if columns of two of them are one, which then has no name to be
    ///   found by
    static JoinedTables of(List<Query.From> from) {
        List<String> names = new ArrayList<>();
        from.forEach(item -> add(item, names));
        return new JoinedTables(List.copyOf(names));
    }

    private static void add(Query.From from, List<String> to) {
        switch (from) {
            case Query.Table table ->
                    to.add(
                            table.alias()
                                    .map(alias -> alias.name().name())
                                    .orElse(table.parts().getLast()));
            case Query.Derived derived ->
                    derived.alias().ifPresent(alias -> to.add(alias.name().name()));
            case Query.Rows rows ->
                    to.add(
                            rows.alias()
                                    .map(alias -> alias.name().name())
                                    .orElse(rows.call().bare()));
            case Query.Join join -> {
                if (join.natural() || !join.using().isEmpty()) {
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "RETURNING of a statement whose tables are joined by USING or NATURAL."
                                    + " Write the condition after ON");
                }
                add(join.left(), to);
                add(join.right(), to);
            }
        }
    }

    /// Their columns, those of each behind [Change#JOINED].
    List<Query.Item> items(Composed composed) {
        List<Query.Item> items = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            items.add(composed.item(composed.truth(), Change.JOINED + i));
            items.add(composed.star(names.get(i)));
        }
        return items;
    }

    /// What RETURNING lists, with all columns of the table and of these for `*`.
    List<Query.Item> spread(List<Query.Item> items, String alias, Composed composed) {
        if (names.isEmpty()) {
            return items;
        }
        List<Query.Item> spread = new ArrayList<>();
        for (Query.Item item : items) {
            if (item.term() instanceof Term.Star star && star.qualifier().isEmpty()) {
                spread.add(composed.star(alias));
                names.forEach(name -> spread.add(composed.star(name)));
            } else {
                spread.add(item);
            }
        }
        return spread;
    }
}
