package telegraph.bench.doors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A process under measurement: told what to do by lines, and looked at from outside, by what the
/// system knows of it.
///
/// Threads: one.
public final class Child implements AutoCloseable {
    /// Of the times in `/proc/PID/stat`.
    private static final double MICROS_A_TICK = 10_000;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int CLOSE_SECONDS_MAX = 20;

    private final Process process;
    private final BufferedReader out;
    private final PrintWriter in;

    private Child(List<String> command) throws IOException {
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /// A program of this machine.
    public static Child program(String... command) throws IOException {
        return new Child(List.of(command));
    }

    /// A class with a main method, in a virtual machine like this one.
    public static Child java(Class<?> main, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dslf4j.internal.verbosity=ERROR"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new Child(command);
    }

    /// Writes a line to its input.
    public void tell(String line) {
        in.println(line);
    }

    /// The rest of the next line that begins with a word; other lines are passed over.
    public String await(String word) {
        try {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(word) || line.startsWith(word + " ")) {
                    return line.substring(word.length()).strip();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("a process ended before it said: " + word);
    }

    /// As [#await], of numbers.
    public double[] numbers(String word) {
        String[] parts = await(word).split(" ");
        double[] numbers = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Double.parseDouble(parts[i]);
        }
        return numbers;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Processor time since its start, in microseconds, that of its children included if it has
    /// any.
    public double cpuMicros() {
        double sum = cpuMicros(process.pid());
        for (ProcessHandle child : process.descendants().toList()) {
            sum += cpuMicros(child.pid());
        }
        return sum;
    }

    private static double cpuMicros(long pid) {
        return cpuMicros(Path.of("/proc", String.valueOf(pid), "stat"));
    }

    private static double cpuMicros(Path file) {
        try {
            String stat = Files.readString(file);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                    * MICROS_A_TICK;
        } catch (IOException e) {
            return 0; // it has ended meanwhile
        }
    }

    /// Processor time of the threads that make machine code, in microseconds.
    public double compilerMicros() {
        double sum = 0;
        Path threads = Path.of("/proc", String.valueOf(process.pid()), "task");
        try (Stream<Path> tasks = Files.list(threads)) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).matches("C[12] Compiler.*\\s*")) {
                    sum += cpuMicros(task.resolve("stat"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum;
    }

    /// Bytes of memory it has now.
    public long memory() {
        return status("VmRSS:");
    }

    /// The most it ever had.
    public long memoryPeak() {
        return status("VmHWM:");
    }

    /// Forgets the most it ever had, so that [#memoryPeak] tells of what follows.
    public void forgetPeak() throws IOException {
        Files.writeString(Path.of("/proc", String.valueOf(process.pid()), "clear_refs"), "5");
    }

    private long status(String name) {
        try {
            Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1_024;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("the system does not tell " + name);
    }

    /// Ends it as a power cut would, and returns when it has ended.
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        in.close();
        process.destroy();
        try {
            if (!process.waitFor(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
