package telegraph.sql.execution;

import java.util.List;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.Named;
import telegraph.language.ast.Rights;
import telegraph.sql.Event;
import telegraph.tables.catalog.CatalogView;

/// Carries out the statements about rights and owners: each looks for what it names, and says that
/// nothing was changed.
///
/// Threads: the statement's own.
final class RightsStatements {
    /// PostgreSQL's codes of the warnings that a right was not given, and not taken away.
    private static final String NOT_GRANTED = "01007";

    private static final String NOT_REVOKED = "01006";

    private final StatementRun run;
    private final CatalogView view;

    RightsStatements(StatementRun run) {
        this.run = run;
        this.view = run.view();
    }

    Event.End out(Rights rights) {
        return switch (rights) {
            case Rights.Grant grant -> {
                grant.on().forEach(this::demand);
                granted("GRANT");
                yield run.done("GRANT");
            }
            case Rights.Revoke revoke -> {
                revoke.on().forEach(this::demand);
                revoked("REVOKE");
                yield run.done("REVOKE");
            }
            case Rights.AlterDefaultPrivileges later -> {
                later.schemas().forEach(this::demand);
                if (later.revokes()) {
                    revoked("ALTER DEFAULT PRIVILEGES");
                } else {
                    granted("ALTER DEFAULT PRIVILEGES");
                }
                yield run.done("ALTER DEFAULT PRIVILEGES");
            }
            case Rights.AlterOwner alter -> owner(alter);
        };
    }

    private void granted(String statement) {
        run.emit(
                new Event.Notice(
                        statement
                                + " changed nothing: whoever is let in may do everything with"
                                + " everything already",
                        NOT_GRANTED));
    }

    private void revoked(String statement) {
        run.emit(
                new Event.Notice(
                        statement
                                + " took nothing away: whoever is let in may still do everything"
                                + " with everything",
                        NOT_REVOKED));
    }

    private Event.End owner(Rights.AlterOwner alter) {
        Named of = alter.of();
        if (alter.ifExists() && !view.snapshot().isTaken(of.name())) {
            run.emit(
                    new Event.Notice(
                            "there is no " + of.kind().title() + " \"" + of.name() + "\""));
        } else {
            demand(of);
            run.emit(
                    new Event.Notice(
                            "OWNER TO changed nothing: everything belongs to whoever is let in"));
        }
        String kind =
                of.kind() == Kind.SOURCE
                        ? "FOREIGN TABLE"
                        : of.kind().name().toUpperCase(Locale.ROOT);
        return run.done("ALTER " + kind);
    }

    /// Demands that something is there. What a statement calls a table may be a view, a source or a
    /// sequence as well.
    private void demand(Named named) {
        switch (named.kind()) {
            case SCHEMA -> view.requireSchema(named.name().schema());
            case SEQUENCE -> {
                if (view.snapshot().sequence(named.name()).isEmpty()) {
                    view.require(named.name(), "sequence");
                }
            }
            case TABLE -> {
                List<String> kinds = List.of("view", "source", "sequence");
                boolean other =
                        view.snapshot()
                                .find(named.name())
                                .filter(entry -> kinds.contains(entry.kind()))
                                .isPresent();
                if (!other && view.snapshot().numbered(named.name()).isEmpty()) {
                    view.table(named.name());
                }
            }
            case TYPE -> {
                if (view.snapshot().type(named.name()).isEmpty()) {
                    throw TelegraphException.of(
                            SqlState.UNDEFINED_OBJECT,
                            "type \"" + named.name() + "\" does not exist");
                }
            }
            case VIEW, SOURCE -> view.require(named.name(), named.kind().title());
            case INDEX, COLUMN, CONSTRAINT, EXTENSION ->
                    throw new IllegalStateException("no rights of a " + named.kind().title());
        }
    }
}
