package telegraph.bench;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is written after a measurement's name: flags, and options with a value, each as often as
/// one likes. What is not known is refused, so that a slip does not run for an hour.
final class Options {
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Set<String> flags = new HashSet<>();

    private Options() {}

    /// The options of a program's arguments; one that is not known ends the program with the usage.
    ///
    /// @param flags the options without a value
    /// @param known the options that take a value, each with the values it takes; none: any
    static Options of(String[] args, List<String> flags, Map<String, List<String>> known) {
        try {
            return read(args, flags, known);
        } catch (IllegalArgumentException e) {
            System.err.println("error: " + e.getMessage());
            System.err.println("usage: " + usage(flags, known));
            System.exit(2);
            throw e;
        }
    }

    /// @throws IllegalArgumentException if an option or its value is not known, or a value is
    ///   missing
    static Options read(String[] args, List<String> flags, Map<String, List<String>> known) {
        Options options = new Options();
        int at = 0;
        while (at < args.length) {
            String name = args[at++];
            if (flags.contains(name)) {
                options.flags.add(name);
            } else if (!known.containsKey(name)) {
                throw new IllegalArgumentException("there is no option " + name);
            } else if (at == args.length) {
                throw new IllegalArgumentException(name + " needs a value");
            } else {
                options.add(name, args[at++], known.get(name));
            }
        }
        return options;
    }

    private void add(String name, String value, List<String> choices) {
        if (!choices.isEmpty() && !choices.contains(value)) {
            throw new IllegalArgumentException(
                    name + " takes one of " + String.join(", ", choices) + ", not " + value);
        }
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    private static String usage(List<String> flags, Map<String, List<String>> known) {
        StringBuilder text = new StringBuilder("telegraph bench NAME");
        flags.forEach(flag -> text.append(" [").append(flag).append(']'));
        known.forEach((name, choices) ->
                text.append(" [")
                        .append(name)
                        .append(' ')
                        .append(choices.isEmpty() ? "VALUE" : String.join("|", choices))
                        .append("]..."));
        return text.toString();
    }

    boolean has(String flag) {
        return flags.contains(flag);
    }

    /// The values of an option in the order they were given; none if it was not.
    List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /// The option's last value, or what is taken without one.
    String last(String name, String otherwise) {
        List<String> given = values.get(name);
        return given == null ? otherwise : given.getLast();
    }
}
