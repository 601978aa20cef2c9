package telegraph.sql;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.memory.TelegraphException;
import telegraph.sql.pgcatalog.Conversation;
import telegraph.sql.table.Asked;

/// What a statement that is about the catalog can ask of its session.
///
/// Threads: the statement's own.
final class TurnConversation implements Conversation {
    private static final int PAGE_BYTES = 8_192;

    private final Turn turn;
    private final String statement;
    private final Asked asked;

    TurnConversation(Turn turn, String statement) {
        this.turn = turn;
        this.statement = statement.strip();
        this.asked = turn.telegraph().asked();
    }

    @Override
    public String user() {
        return turn.client().user();
    }

    @Override
    public String database() {
        return turn.client().database();
    }

    @Override
    public void goOn() {
        if (turn.query().isCancelled()) {
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    @Override
    public Instant now() {
        return asked.now();
    }

    @Override
    public ZoneId zone() {
        return asked.zone().toZoneId();
    }

    @Override
    public Optional<String> setting(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("transaction_isolation")) {
            return Optional.of(TransactionModes.words(turn.work().isolation()));
        }
        return turn.client()
                .parameters()
                .apply(lower)
                .or(() -> Setting.find(lower).map(s -> turn.settings().text(s.title())));
    }

    @Override
    public boolean set(String name, String value) {
        boolean known = Setting.find(name.toLowerCase(Locale.ROOT)).isPresent();
        if (known) {
            turn.settings().set(name, value);
        }
        return known;
    }

    @Override
    public List<Shown> settings() {
        return turn.settings().all().stream()
                .map(s -> new Shown(s.name(), s.value(), s.purpose(), s.origin()))
                .toList();
    }

    @Override
    public List<Held> locks() {
        if (!turn.telegraph().hasStore()) {
            return List.of();
        }
        return turn.telegraph().store().locks().stream()
                .map(l -> new Held(l.transaction(), l.container(), l.mode(), l.isHeld()))
                .toList();
    }

    @Override
    public List<String> keywords() {
        return Keywords.ALL;
    }

    @Override
    public long rows(int container) {
        return turn.telegraph().store().entries(container);
    }

    @Override
    public long bytes(int container) {
        return turn.telegraph().store().pages(container) * PAGE_BYTES;
    }

    @Override
    public long transaction() {
        return turn.work().transaction().id();
    }

    @Override
    public String statement() {
        return statement;
    }
}
