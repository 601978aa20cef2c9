package telegraph.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import telegraph.cli.display.Streams;
import telegraph.ground.TelegraphException;
import telegraph.server.ServerSecrets;

/// Makes lines for a password file.
final class Credentials {
    private Credentials() {}

    static int password(String user, Streams streams) throws IOException {
        String password = streams.inIsTerminal() ? typed(user) : firstLine(streams);
        streams.out().write(ServerSecrets.passwordLine(user, password, new SecureRandom()) + "\n");
        return 0;
    }

    private static String typed(String user) {
        Console console = System.console();
        if (console == null) {
            throw TelegraphException.input(
                    "a password is typed at a terminal or comes on standard input");
        }
        char[] once = console.readPassword("Password of %s: ", user);
        char[] again = console.readPassword("The same again: ");
        String first = once == null ? "" : new String(once);
        if (again == null || !first.equals(new String(again))) {
            throw TelegraphException.input("the passwords differ; nothing was made");
        }
        return first;
    }

    private static String firstLine(Streams streams) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        String line = in.readLine();
        return line == null ? "" : line;
    }

    static int token(String name, Streams streams) throws IOException {
        ServerSecrets.Token token = ServerSecrets.token(name, new SecureRandom());
        streams.out().write(token.line() + "\n");
        streams.err().write("The token, which is kept nowhere: " + token.secret() + "\n");
        return 0;
    }
}
