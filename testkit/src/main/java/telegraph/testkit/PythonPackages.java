package telegraph.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Packages of Python in an environment of their own, which is made the first time and kept as long
/// as the list of them stays the same.
///
/// @param python the interpreter that can load them, or null
/// @param missing why there is none, or ""
public record PythonPackages(Path python, String missing) {
    /// What the environment was made of, in its folder.
    private static final String MADE_OF = "made-of.txt";

    /// Makes the environment if there is none of these packages.
    ///
    /// @param folder of the environment, below a module's `target`
    /// @param requirements a file that names the packages, each with its version
    public static PythonPackages in(Path folder, Path requirements)
            throws IOException, InterruptedException {
        Path python = folder.resolve("bin/python").toAbsolutePath();
        Path made = folder.resolve(MADE_OF);
        String wanted = Files.readString(requirements);
        if (Files.exists(made) && Files.readString(made).equals(wanted)) {
            return new PythonPackages(python, "");
        }
        List<String> install =
                List.of(
                        python.toString(),
                        "-m",
                        "pip",
                        "install",
                        "-q",
                        "--disable-pip-version-check",
                        "-r",
                        requirements.toString());
        for (List<String> step :
                List.of(List.of("python3", "-m", "venv", folder.toString()), install)) {
            String failure = failure(step);
            if (!failure.isEmpty()) {
                return new PythonPackages(null, String.join(" ", step) + ": " + failure);
            }
        }
        Files.writeString(made, wanted);
        return new PythonPackages(python, "");
    }

    public boolean areThere() {
        return python != null;
    }

    /// The last line that a command which failed said, or "".
    private static String failure(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            return code == 0 ? "" : said.strip().lines().reduce("code " + code, (_, last) -> last);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
