package telegraph.server.redis;

import telegraph.server.resp.RedisCommand;
import telegraph.server.resp.RedisRefusal;
import telegraph.server.resp.RedisReply;

/// Answers commands about the connection and the server, not about keys.
///
/// Threads: the loop of the conversation that asks.
final class ConnectionCommands {
    private static final String WRONG =
            "WRONGPASS invalid username-password pair or user is disabled.";
    private static final RedisRefusal NO_PASSWORD =
            new RedisRefusal(
                    "ERR AUTH <password> called without any password configured for the default"
                            + " user. Are you sure your configuration is correct?");
    private static final RedisRefusal HELLO_UNKNOWN =
            new RedisRefusal(
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise"
                            + " the HELLO <proto> AUTH <user> <pass> option can be used to"
                            + " authenticate the client and select the RESP protocol version at"
                            + " the same time");

    private final Lobby lobby;
    private final Facts facts;
    private final Clients clients;

    ConnectionCommands(Lobby lobby) {
        this.lobby = lobby;
        this.facts = new Facts(lobby);
        this.clients = new Clients(lobby);
    }

    void answer(Command command, RedisCommand words, RedisReply reply, RedisConversation who) {
        switch (command) {
            case AUTH -> auth(words, who);
            case HELLO -> hello(words, reply, who);
            case QUIT -> {
                reply.ok();
                who.quit();
            }
            case RESET -> {
                who.client().reset(lobby.isOpen());
                reply.simple("RESET");
            }
            default -> {
                if (!who.client().isKnown()) {
                    throw RedisClient.UNKNOWN;
                }
                answerKnown(command, words, reply, who);
            }
        }
    }

    private void answerKnown(
            Command command, RedisCommand words, RedisReply reply, RedisConversation who) {
        switch (command) {
            case PING -> ping(words, reply);
            case ECHO -> reply.bulk(words.bytes(1));
            case SELECT -> {
                if (words.whole(1) != 0) {
                    throw new RedisRefusal("ERR DB index is out of range");
                }
                reply.ok();
            }
            case CLIENT -> clients.answer(words, reply, who);
            case INFO -> reply.verbatim(facts.info(words));
            case CONFIG -> facts.config(words, reply);
            case COMMAND -> facts.command(words, reply);
            case TIME -> facts.time(reply);
            default -> throw new IllegalStateException("no talk: command=" + command);
        }
    }

    private static void ping(RedisCommand words, RedisReply reply) {
        if (words.count() > 2) {
            throw Command.PING.wrongCount();
        } else if (words.count() == 2) {
            reply.bulk(words.bytes(1));
        } else {
            reply.pong();
        }
    }

    private void auth(RedisCommand words, RedisConversation who) {
        if (words.count() > 3) {
            throw RedisRefusal.SYNTAX;
        }
        if (lobby.isOpen()) {
            throw NO_PASSWORD;
        }
        boolean named = words.count() == 3;
        String user = named ? words.text(1) : RedisClient.DEFAULT_USER;
        prove(who, user, words.text(named ? 2 : 1), () -> who.interject().ok());
    }

    /// Has a password checked elsewhere; `then` answers if it is right.
    private void prove(RedisConversation who, String user, String password, Runnable then) {
        who.goAway();
        lobby.check(
                who.address(),
                user,
                password,
                right ->
                        who.later(() -> {
                            if (right) {
                                who.client().known(user);
                                lobby.proven(who.context().channel());
                                then.run();
                            } else {
                                who.interject().error(WRONG);
                            }
                            who.here();
                        }));
    }

    /// `HELLO [version [AUTH user password] [SETNAME name]]`.
    private void hello(RedisCommand words, RedisReply reply, RedisConversation who) {
        int version = who.client().version();
        if (words.count() > 1) {
            long asked = words.at(1, 0) == '2' || words.at(1, 0) == '3' ? words.whole(1) : 0;
            if (asked != 2 && asked != 3) {
                throw new RedisRefusal("NOPROTO unsupported protocol version");
            }
            version = (int) asked;
        }
        String user = null;
        String password = null;
        String name = null;
        int at = 2;
        while (at < words.count()) {
            if (words.is(at, "AUTH") && at + 2 < words.count()) {
                user = words.text(at + 1);
                password = words.text(at + 2);
                at += 3;
            } else if (words.is(at, "SETNAME") && at + 1 < words.count()) {
                name = Clients.demandName(words.text(at + 1));
                at += 2;
            } else {
                throw new RedisRefusal("ERR Syntax error in HELLO option '" + words.text(at) + "'");
            }
        }
        Welcome welcome = new Welcome(version, name == null ? who.client().name() : name);
        if (user != null && !lobby.isOpen()) {
            prove(who, user, password, () -> welcome(welcome, who.interject(), who));
        } else if (who.client().isKnown()) {
            welcome(welcome, reply, who);
        } else {
            throw HELLO_UNKNOWN;
        }
    }

    private record Welcome(int version, String name) {}

    private void welcome(Welcome welcome, RedisReply reply, RedisConversation who) {
        RedisClient client = who.client();
        client.version(welcome.version());
        client.name(welcome.name());
        who.interject();
        reply.map(7);
        reply.bulk("server");
        reply.bulk("redis");
        reply.bulk("version");
        reply.bulk(Facts.REDIS_VERSION);
        reply.bulk("proto");
        reply.whole(welcome.version());
        reply.bulk("id");
        reply.whole(client.id());
        reply.bulk("mode");
        reply.bulk("standalone");
        reply.bulk("role");
        reply.bulk("master");
        reply.bulk("modules");
        reply.array(0);
    }
}
