package telegraph.server.redis;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import telegraph.server.resp.CommandWords;
import telegraph.server.resp.RedisReply;

/// Commands of one connection that are carried out off its event loop, one after another, and their
/// answers.
///
/// Threads: filled by the loop; then of whoever carries it out, until [#done].
final class Burst {
    /// More commands than that wait for the next burst.
    private static final int COMMANDS_MAX = 256;

    /// So do commands after that many bytes.
    private static final int BYTES_MAX = 64 << 10;

    /// A command, with its words copied.
    record Task(Command command, CommandWords arguments) {}

    private final List<Task> tasks = new ArrayList<>();
    private final Consumer<Burst> onDone;
    private final ByteBuf answers;
    private final RedisReply reply;
    private long bytes;
    private int next;

    /// @param answers where answers go, which is whoever's that `onDone` is
    /// @param version of the protocol
    /// @param onDone hears on any thread that all tasks are done
    Burst(ByteBuf answers, int version, Consumer<Burst> onDone) {
        this.answers = answers;
        this.reply = new RedisReply().to(answers, version);
        this.onDone = onDone;
    }

    void add(Command command, CommandWords arguments) {
        KeptRequest kept = new KeptRequest(arguments);
        tasks.add(new Task(command, kept));
        bytes += kept.size();
    }

    /// Whether one more task may be added.
    boolean hasRoom() {
        return tasks.size() < COMMANDS_MAX && bytes < BYTES_MAX;
    }

    /// Whether all its tasks may be carried out in one transaction with those of others.
    boolean isChanges() {
        return tasks.getFirst().command().kind() == Command.Kind.CHANGE;
    }

    /// Bytes of the commands.
    long bytes() {
        return bytes;
    }

    /// The task that is to be carried out next, if there is one; [#proceed] moves on.
    boolean hasNext() {
        return next < tasks.size();
    }

    Task next() {
        return tasks.get(next);
    }

    void proceed() {
        next++;
    }

    /// Takes back all answers: no task was carried out.
    void restart() {
        next = 0;
        answers.clear();
    }

    /// Takes back the answers of the tasks that were carried out, each for an error.
    void refuseDone(String message) {
        int done = next;
        restart();
        while (next < done) {
            reply.error(message);
            proceed();
        }
    }

    /// Answers all that is left with an error.
    void refuseRest(String message) {
        while (hasNext()) {
            reply.error(message);
            proceed();
        }
    }

    /// Where answers are written.
    RedisReply reply() {
        return reply;
    }

    ByteBuf answers() {
        return answers;
    }

    /// Everything is answered.
    void done() {
        onDone.accept(this);
    }
}
