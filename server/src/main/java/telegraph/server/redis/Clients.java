package telegraph.server.redis;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Answers CLIENT: who is connected, and what they call themselves.
///
/// Threads: any.
final class Clients {
    private static final int NAME_LENGTH_MAX = 256;

    private final Lobby lobby;

    Clients(Lobby lobby) {
        this.lobby = lobby;
    }

    /// @throws RedisRefusal if it cannot be a client's name
    static String demandName(String name) {
        if (name.length() > NAME_LENGTH_MAX || name.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new RedisRefusal(
                    "ERR Client names cannot contain spaces, newlines or special characters.");
        }
        return name;
    }

    void answer(RedisCommand words, RedisReply reply, RedisConversation who) {
        RedisClient client = who.client();
        if (words.is(1, "ID")) {
            demand(words, 2);
            reply.whole(client.id());
        } else if (words.is(1, "GETNAME")) {
            demand(words, 2);
            if (client.name().isEmpty()) {
                reply.nil();
            } else {
                reply.bulk(client.name());
            }
        } else if (words.is(1, "SETNAME")) {
            demand(words, 3);
            client.name(demandName(words.text(2)));
            reply.ok();
        } else if (words.is(1, "SETINFO")) {
            demand(words, 4);
            setInfo(words, client);
            reply.ok();
        } else if (words.is(1, "LIST")) {
            reply.verbatim(list(lobby.conversations()));
        } else if (words.is(1, "INFO")) {
            demand(words, 2);
            reply.verbatim(list(List.of(who)));
        } else if (words.is(1, "NO-EVICT") || words.is(1, "NO-TOUCH")) {
            demand(words, 3);
            reply.ok();
        } else {
            throw new RedisRefusal(
                    "ERR unknown subcommand '" + words.text(1) + "'. Try CLIENT LIST or ID.");
        }
    }

    private static void demand(RedisCommand words, int count) {
        if (words.count() != count) {
            throw Command.CLIENT.wrongCount();
        }
    }

    private static void setInfo(RedisCommand words, RedisClient client) {
        boolean version = words.is(2, "LIB-VER");
        if (!version && !words.is(2, "LIB-NAME")) {
            throw new RedisRefusal("ERR Unrecognized option '" + words.text(2) + "'");
        }
        String value = demandName(words.text(3));
        String[] known = client.library().split(" ", 2);
        String name = version ? known[0] : value;
        String number = version ? value : known.length > 1 ? known[1] : "";
        client.library(name + " " + number);
    }

    private static String list(List<RedisConversation> conversations) {
        return conversations.stream().map(Clients::line).collect(Collectors.joining());
    }

    private static String line(RedisConversation conversation) {
        RedisClient client = conversation.client();
        Channel channel = conversation.context().channel();
        String[] library = client.library().split(" ", 2);
        return "id="
                + client.id()
                + " addr="
                + shown(channel.remoteAddress())
                + " laddr="
                + shown(channel.localAddress())
                + " name="
                + client.name()
                + " db=0 user="
                + client.user()
                + " lib-name="
                + library[0]
                + " lib-ver="
                + (library.length > 1 ? library[1] : "")
                + " resp="
                + client.version()
                + "\n";
    }

    private static String shown(Object address) {
        return address instanceof InetSocketAddress socket
                ? socket.getHostString() + ":" + socket.getPort()
                : "";
    }
}
