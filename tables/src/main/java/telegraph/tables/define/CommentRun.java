package telegraph.tables.define;

import java.util.List;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.Named;
import telegraph.language.ast.TableName;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Comments.Part;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;

/// Keeps what COMMENT ON says with the entry that it is about.
///
/// Threads: one.
public final class CommentRun {
    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public CommentRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    public void out(Definition.CommentOn comment) {
        Named on = comment.on();
        TableName name = on.name();
        switch (on.kind()) {
            case TABLE, VIEW, SOURCE ->
                    put(view.require(name, on.kind().title()), Part.ALL, comment.text());
            case TYPE -> put(new TypeRun(ground).require(name), Part.ALL, comment.text());
            case SEQUENCE -> sequence(name, comment.text());
            case INDEX -> {
                TableDefinition table =
                        view.snapshot().indexed(name).orElseThrow(() -> noIndex(on));
                Part part = new Part(Kind.INDEX, name.name());
                put(new Entry.TableEntry(table), part, comment.text());
            }
            case SCHEMA -> schema(name, comment.text());
            case EXTENSION -> extension(name);
            case CONSTRAINT -> {
                TableDefinition table = view.table(name);
                new Draft(table, view.snapshot(), transaction::create).require(on.part());
                Part part = new Part(Kind.CONSTRAINT, on.part());
                put(new Entry.TableEntry(table), part, comment.text());
            }
            case COLUMN -> column(on, comment.text());
        }
    }

    private void put(Entry entry, Part part, Optional<String> text) {
        view.put(transaction, entry.withComments(entry.comments().with(part, text)));
    }

    /// The sequence of an identity is a part of its table.
    private void sequence(TableName name, Optional<String> text) {
        Optional<TableDefinition> table = view.snapshot().numbered(name);
        if (table.isPresent()) {
            Part part = new Part(Kind.SEQUENCE, name.name());
            put(new Entry.TableEntry(table.get()), part, text);
        } else {
            put(view.require(name, "sequence"), Part.ALL, text);
        }
    }

    private void schema(TableName name, Optional<String> text) {
        view.requireSchema(name.schema());
        Entry entry =
                view.snapshot().find(name).orElseGet(() -> Entry.SchemaEntry.of(name.schema()));
        put(entry, Part.ALL, text);
    }

    private void extension(TableName name) {
        if (!name.schema().equals("plpgsql")) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT,
                    "there are no extensions: extension=\"" + name.schema() + "\"");
        }
        ground.notice("extension \"plpgsql\" does nothing, and nothing is kept of it");
    }

    private void column(Named on, Optional<String> text) {
        Entry entry =
                view.snapshot()
                        .find(on.name())
                        .orElseThrow(() -> unknown(SqlState.UNDEFINED_TABLE, on, ""));
        List<String> columns =
                switch (entry) {
                    case Entry.TableEntry table ->
                            table.definition().columns().stream().map(StoredColumn::name).toList();
                    case Entry.SourceEntry source ->
                            source.create().columns().stream()
                                    .map(column -> column.name())
                                    .toList();
                    case Entry.ViewEntry seen -> ground.columns(seen);
                    case Entry.SequenceEntry _, Entry.TypeEntry _, Entry.SchemaEntry _ ->
                            throw TelegraphException.of(
                                    SqlState.WRONG_OBJECT_TYPE,
                                    "\""
                                            + on.name()
                                            + "\" is a "
                                            + entry.kind()
                                            + ", and has no columns");
                };
        if (columns.stream().noneMatch(on.part()::equalsIgnoreCase)) {
            throw unknown(SqlState.UNDEFINED_COLUMN, on, Nearest.hint(on.part(), columns));
        }
        put(entry, new Part(Kind.COLUMN, on.part()), text);
    }

    private TelegraphException noIndex(Named on) {
        return view.snapshot().isTaken(on.name())
                ? TelegraphException.of(
                        SqlState.WRONG_OBJECT_TYPE, "\"" + on.name() + "\" is no index")
                : unknown(SqlState.UNDEFINED_TABLE, on, "");
    }

    private static TelegraphException unknown(SqlState state, Named on, String hint) {
        return TelegraphException.of(
                state,
                state == SqlState.UNDEFINED_COLUMN
                        ? "\"" + on.name() + "\" has no column \"" + on.part() + "\"" + hint
                        : "unknown "
                                + (on.kind() == Kind.COLUMN ? "table" : on.kind().title())
                                + " \""
                                + on.name()
                                + "\"");
    }
}
