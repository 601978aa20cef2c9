package telegraph.language.ast;

import java.util.List;
import telegraph.language.lexer.Position;

/// `FOR UPDATE` and its like: how the rows of a query are locked.
///
/// @param of the tables, by their names in the query; none for all
public record RowLock(Strength strength, List<Identifier> of, Waiting waiting, Position position) {
    /// What a lock keeps others from, the weakest first.
    public enum Strength {
        KEY_SHARE,
        SHARE,
        NO_KEY_UPDATE,
        UPDATE;

        /// As it is written behind FOR.
        public String words() {
            return name().replace('_', ' ');
        }

        /// Whether several transactions may have it at once.
        public boolean isShared() {
            return this == KEY_SHARE || this == SHARE;
        }
    }

    /// What becomes of a row that another transaction has locked, the least eager first.
    public enum Waiting {
        /// It is waited for.
        WAIT,
        /// It is passed over.
        SKIP_LOCKED,
        /// The statement fails.
        NOWAIT
    }
}
