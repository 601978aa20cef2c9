package telegraph.sources.page;

import java.io.IOException;
import telegraph.engine.vector.Vector;

/// Decodes the values of a page in one encoding.
///
/// Values are known by number, from 0 on in each page; rows without one are not counted. A window
/// is a range of them, and never begins before the end of the last.
///
/// Threads: one. Memory: texts point into the page, or into memory that lives as long.
public interface PageValues {
    /// Starts at the first value of a page.
    void begin(ParquetPage page) throws IOException;

    /// Goes to `count` values from `first` on. Those between are passed over.
    void window(int first, int count) throws IOException;

    /// Sets positions of `to` to values of the window.
    void copy(Placement places, Vector to) throws IOException;
}
