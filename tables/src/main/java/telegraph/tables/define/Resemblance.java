package telegraph.tables.define;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.Like;
import telegraph.language.ast.Definition.Likeness;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.lexer.Position;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Comments.Part;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// What CREATE TABLE … LIKE takes over of another table: first its columns, in the place of LIKE
/// among the statement's own, and when all of these are there its checks, keys and indexes.
///
/// An identity counts in a sequence of its own, from its start. Keys and indexes have the names
/// that they would have without one; foreign keys are not taken over.
///
/// Threads: one.
final class Resemblance {
    private static final Position NOWHERE = new Position(1, 1);

    private final TableDefinition model;
    private final Set<Likeness> including;

    private Resemblance(TableDefinition model, Set<Likeness> including) {
        this.model = model;
        this.including = including;
    }

    /// @throws TelegraphException of kind INPUT if there is no such table
    static Resemblance of(Like like, CatalogView view) {
        Optional<Entry> there = view.snapshot().find(like.table());
        if (there.isPresent() && !(there.get() instanceof Entry.TableEntry)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "LIKE is of a table, and not of a %s: name=\"%s\""
                            .formatted(there.get().kind(), like.table()));
        }
        return new Resemblance(view.relation(like.table()), like.including());
    }

    void columns(Draft draft) {
        for (StoredColumn column : model.columns()) {
            draft.add(like(column), Optional.empty());
            if (including.contains(Likeness.COMMENTS)) {
                Part part = new Part(Kind.COLUMN, column.name());
                draft.comment(part, model.comments().of(part));
            }
        }
    }

    private TableColumn like(StoredColumn column) {
        boolean counted =
                column.identity() != Identity.NONE && including.contains(Likeness.IDENTITY);
        return new TableColumn(
                column.name(),
                column.type(),
                column.notNull(),
                column.byDefault().filter(_ -> including.contains(Likeness.DEFAULTS)),
                column.generated().filter(_ -> including.contains(Likeness.GENERATED)),
                counted ? column.identity() : Identity.NONE,
                counted ? options(model.sequence(column.id()).counting()) : SequenceOptions.NONE,
                NOWHERE);
    }

    private static SequenceOptions options(Counting counting) {
        return new SequenceOptions(
                Optional.of(SqlType.of(counting.type())),
                OptionalLong.of(counting.increment()),
                Optional.of(new SequenceOptions.Bound(OptionalLong.of(counting.min()))),
                Optional.of(new SequenceOptions.Bound(OptionalLong.of(counting.max()))),
                OptionalLong.of(counting.start()),
                OptionalLong.of(counting.cache()),
                Optional.of(counting.cycle()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    void constraints(Draft draft) {
        if (including.contains(Likeness.CONSTRAINTS)) {
            for (TableDefinition.Check check : model.checks()) {
                draft.add(new Constraint.Check(check.name(), check.text(), NOWHERE));
                commented(draft, Kind.CONSTRAINT, check.name(), check.name());
            }
        }
        if (including.contains(Likeness.INDEXES)) {
            model.primaryKey()
                    .ifPresent(key -> {
                        draft.add(new Constraint.PrimaryKey("", names(key.columns())));
                        draft.primaryKeyName()
                                .ifPresent(name -> commentedKey(draft, key.name(), name));
                    });
            model.indexes().forEach(index -> index(draft, index));
        }
    }

    private void index(Draft draft, TableDefinition.Index index) {
        List<String> columns = names(index.columns());
        String name = draft.indexName(columns, index.constraint() ? "key" : "idx");
        draft.index(
                new TableDefinition.Index(
                        name,
                        0,
                        draft.ids(columns),
                        index.unique(),
                        index.constraint(),
                        index.condition(),
                        draft.ids(names(index.included()))));
        if (index.constraint()) {
            commentedKey(draft, index.name(), name);
        } else {
            commented(draft, Kind.INDEX, index.name(), name);
        }
    }

    private void commentedKey(Draft draft, String before, String name) {
        commented(draft, Kind.CONSTRAINT, before, name);
        commented(draft, Kind.INDEX, before, name);
    }

    private void commented(Draft draft, Kind kind, String before, String name) {
        if (including.contains(Likeness.COMMENTS)) {
            draft.comment(new Part(kind, name), model.comments().of(new Part(kind, before)));
        }
    }

    private List<String> names(List<Integer> ids) {
        return ids.stream().map(id -> model.column(id).name()).toList();
    }
}
