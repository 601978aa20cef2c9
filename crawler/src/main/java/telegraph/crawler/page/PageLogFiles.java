package telegraph.crawler.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import telegraph.ground.Disk;

/// The names and heads of the files of a page log.
///
/// | offset | bytes | field                                           |
/// |-------:|------:|-------------------------------------------------|
/// |      0 |     8 | `TGPAGES1`                                      |
/// |      8 |     8 | the file's number, counted from 1               |
/// |     16 |       | frames, one behind the other                    |
///
/// A frame:
///
/// | offset | bytes | field                                           |
/// |-------:|------:|-------------------------------------------------|
/// |      0 |     4 | length of the record, at least 1                |
/// |      4 |     4 | CRC32C of the record                            |
/// |      8 |       | the record; its first octet says of which kind  |
final class PageLogFiles {
    static final int HEAD_BYTES = 16;
    static final int FRAME_BYTES = 8;

    /// "TGPAGES1" read as a little-endian number.
    static final long MAGIC = 0x3153454741504754L;

    private PageLogFiles() {}

    static Path path(Path directory, int number) {
        return directory.resolve(String.format(Locale.ROOT, "pages-%06d.log", number));
    }

    /// The octets of each file there is.
    static long[] sizes(Disk disk, Path directory) {
        long[] sizes = new long[0];
        for (int number = 1; exists(disk, directory, number); number++) {
            Path path = path(directory, number);
            try {
                sizes = Arrays.copyOf(sizes, number);
                sizes[number - 1] = disk.size(path);
            } catch (IOException e) {
                throw Disk.failure("the page log could not be read", path, e);
            }
        }
        return sizes;
    }

    static boolean exists(Disk disk, Path directory, int number) {
        Path path = path(directory, number);
        try {
            return disk.exists(path);
        } catch (IOException e) {
            throw Disk.failure("a file of the page log could not be looked for", path, e);
        }
    }
}
