package telegraph.examples.fleet;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// The data files that ship with the examples.
///
/// Threads: any.
public final class Shipped {
    private static final String FOLDER = "/telegraph/examples/data/";

    private Shipped() {}

    /// Copies a file, compressed as it is, into `folder`.
    public static void copy(String file, Path folder) throws IOException {
        try (InputStream in = open(file)) {
            Files.copy(in, folder.resolve(file));
        }
    }

    /// A file's text, unpacked if its name ends in `.gz`.
    public static BufferedReader text(String file) throws IOException {
        InputStream in = open(file);
        InputStream plain = file.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
        return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16);
    }

    /// The records of a CSV file with a header line.
    static List<NamedCsvRecord> records(String file) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(text(file))) {
            return reader.stream().toList();
        }
    }

    private static InputStream open(String file) throws FileNotFoundException {
        InputStream in = Shipped.class.getResourceAsStream(FOLDER + file);
        if (in == null) {
            throw new FileNotFoundException("no such file among the examples: file=" + file);
        }
        return in;
    }
}
