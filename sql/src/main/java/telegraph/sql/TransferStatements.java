package telegraph.sql;

import telegraph.memory.Region;
import telegraph.sql.change.Copying;
import telegraph.sql.change.Emptying;
import telegraph.sql.statement.Transfer;

/// Carries out TRUNCATE and COPY.
///
/// Threads: the statement's own.
final class TransferStatements {
    private final Turn turn;

    TransferStatements(Turn turn) {
        this.turn = turn;
    }

    Event.End out(Transfer transfer) {
        return switch (transfer) {
            case Transfer.Truncate truncate -> {
                truncate(truncate);
                yield turn.done("TRUNCATE TABLE");
            }
            case Transfer.CopyFrom copy -> in(copy);
            case Transfer.CopyTo copy -> out(copy);
        };
    }

    private void truncate(Transfer.Truncate truncate) {
        TurnGround ground = TurnGround.defining(turn, "TRUNCATE");
        Emptying.run(truncate, ground.view(), ground.transaction());
    }

    private Event.End in(Transfer.CopyFrom copy) {
        try (Region region = turn.region()) {
            StatementQuestions questions = new StatementQuestions(turn, region);
            ChangeStatements.Open open = new ChangeStatements(turn).open(copy.table(), "COPY FROM");
            long rows = Copying.in(questions, open.target(), copy);
            open.changes().end();
            return questions.ended("COPY " + rows, 0);
        }
    }

    private Event.End out(Transfer.CopyTo copy) {
        try (Region region = turn.region()) {
            StatementQuestions questions = new StatementQuestions(turn, region);
            if (copy.path().isEmpty()) {
                // Whoever asked has a form of its own for rows, and a program that reads its
                // standard output chose it.
                long rows = questions.show(questions.ask(copy.rows(), java.util.Map.of()));
                return questions.ended("COPY " + rows, rows);
            }
            long rows = Copying.out(questions, copy, turn.telegraph().target(copy.path()));
            return questions.ended("COPY " + rows, 0);
        }
    }
}
