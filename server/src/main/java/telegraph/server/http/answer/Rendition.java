package telegraph.server.http.answer;

import telegraph.ground.TelegraphException;
import telegraph.sql.Event;

/// The form an answer is sent in, statement by statement.
///
/// For each statement [#begin], then perhaps [#queued], [#started], its events, and one of [#end]
/// and [#failed]; after the last one [#close].
///
/// What it sends may wait for the client to read. Progress and running answers do not wait: who
/// reads slowly gets fewer of them.
///
/// Threads: one at a time.
public interface Rendition {
    /// Whether running answers are of any use in it.
    boolean isLive();

    /// A statement was taken.
    ///
    /// @param last whether it is the script's last
    void begin(String id, boolean last);

    /// It waits for its turn.
    void queued(int place) throws InterruptedException;

    /// It is being carried out.
    void started() throws InterruptedException;

    /// Something came of it.
    ///
    /// @return false if the client is gone
    /// @throws InterruptedException if interrupted while it waited; nothing was sent then
    boolean take(Event event) throws InterruptedException;

    /// It is done.
    void end(Event.End end) throws InterruptedException;

    /// It failed, or was not even taken, and none follow.
    ///
    /// @throws telegraph.server.http.wire.Problem if nothing was sent yet, so that this is the
    ///   response
    void failed(TelegraphException failure) throws InterruptedException;

    /// There are no more statements.
    void close() throws InterruptedException;
}
