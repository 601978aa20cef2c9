package telegraph.sources.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.Decoders;
import telegraph.sources.page.Dictionary;
import telegraph.sources.page.DictionaryValues;
import telegraph.sources.page.Levels;
import telegraph.sources.page.PageValues;
import telegraph.sources.page.ParquetPage;
import telegraph.sources.page.Placement;
import telegraph.sources.page.RandomBytes;
import telegraph.sources.page.ValueForm;

/// A column without columns of its own, one row group after the other.
///
/// Rows are looked at in windows that only go forward. In a window any positions may be asked for,
/// again and again. Nothing is read before the first is; pages whose rows nobody asks for are not
/// decompressed. A window with rows of several pages is decoded as a whole when it is asked for.
///
/// Threads: one. Memory: a page, its compressed bytes and a dictionary, in the region; texts point
/// into them until the next window or row group.
public final class FlatColumn implements ColumnCursor {
    private final ValueForm form;
    private final Region memory;
    private final DataPages pages;
    private final Levels levels = new Levels();
    private final Map<Encoding, PageValues> decoders = new EnumMap<>(Encoding.class);
    private final Placement places = new Placement();
    private final int[] numbers = new int[Batch.ROWS_MAX];
    private final int[] positions = new int[Batch.ROWS_MAX];

    private RandomBytes file;
    private ColumnMetaData column;
    private boolean begun;
    private ParquetPage dictionaryPage;
    private Dictionary dictionary;
    private boolean dictionaryRead;

    private ParquetPage page;
    private PageValues values;
    private boolean loaded;
    private long pageFirst;
    private int pageRows;

    private long first;
    private int rows;

    /// Pages of the window that texts may point into, and pages free for use.
    private final List<ParquetPage> passed = new ArrayList<>();

    private final List<ParquetPage> free = new ArrayList<>();

    /// All values of a window that has rows of several pages.
    private Vector whole;

    private boolean wholeIsRead;

    public FlatColumn(ValueForm form, Region memory) {
        this.form = form;
        this.memory = memory;
        this.pages = new DataPages(memory);
    }

    /// Goes before the first row of a row group.
    public void begin(RandomBytes from, ColumnMetaData of) {
        file = from;
        column = of;
        begun = false;
    }

    @Override
    public void window(long firstRow, int count) {
        first = firstRow;
        rows = count;
        wholeIsRead = false;
        free.addAll(passed);
        passed.clear();
    }

    @Override
    public void fill(int[] selection, int count, Vector to) throws IOException {
        if (count == 0) {
            return;
        }
        if (!wholeIsRead) {
            seek();
            if (first + rows <= pageFirst + pageRows) {
                load();
                fillFromPage(selection, count, to);
                return;
            }
            readWhole();
        }
        copyWhole(selection, count, to);
    }

    /// Goes to the page with the first row of the window.
    private void seek() throws IOException {
        if (!begun) {
            pages.begin(file, column, form.optional());
            begun = true;
            dictionaryRead = false;
            pageFirst = 0;
            pageRows = 0;
            loaded = false;
        }
        while (pageFirst + pageRows <= first) {
            nextPage();
        }
    }

    private void nextPage() throws IOException {
        pageFirst += pageRows;
        pageRows = 0;
        loaded = false;
        if (!pages.next()) {
            throw new DamagedPageException(
                    "the pages of a column must have all rows of their row group: rows="
                            + pageFirst);
        }
        pageRows = pages.rows();
        if (pageRows > column.num_values - pageFirst) {
            throw new DamagedPageException(
                    "the pages of a column must have no more rows than their row group: expected="
                            + column.num_values
                            + " actual="
                            + (pageFirst + pageRows));
        }
    }

    private void load() throws IOException {
        if (loaded) {
            return;
        }
        if (page == null) {
            page = free.isEmpty() ? new ParquetPage(memory) : free.removeLast();
        }
        values = decoder(pages.encoding());
        pages.load(page);
        if (form.optional()) {
            levels.begin(page);
        }
        values.begin(page);
        loaded = true;
    }

    private PageValues decoder(Encoding encoding) throws IOException {
        if (encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY) {
            if (!dictionaryRead) {
                readDictionary();
            }
            return decoders.computeIfAbsent(
                    Encoding.RLE_DICTIONARY, _ -> new DictionaryValues(dictionary));
        }
        PageValues known = encoding == null ? null : decoders.get(encoding);
        if (known == null) {
            known = Decoders.of(encoding, form);
            decoders.put(encoding, known);
        }
        return known;
    }

    private void readDictionary() throws IOException {
        if (form.physical() == PrimitiveTypeName.BOOLEAN) {
            throw new DamagedPageException("booleans have no dictionary");
        }
        if (dictionary == null) {
            dictionaryPage = new ParquetPage(memory);
            dictionary = new Dictionary(form, Decoders.of(Encoding.PLAIN, form), memory);
        }
        if (pages.hasDictionary()) {
            pages.loadDictionary(dictionaryPage);
            dictionary.read(dictionaryPage);
        } else {
            dictionary.size = 0; // enough for a column that is all NULL
        }
        dictionaryRead = true;
    }

    private void fillFromPage(int[] selection, int count, Vector to) throws IOException {
        int row = (int) (first - pageFirst);
        if (haveValues(row, rows)) {
            to.hasNoNulls();
            copyValues(row, 0, selection, count, to);
        } else {
            to.mayHaveNulls();
            copyDefined(0, selection, count, to);
        }
    }

    /// Goes to rows of the page; whether all of them have values.
    private boolean haveValues(int row, int count) throws IOException {
        if (!form.optional()) {
            return true;
        }
        levels.window(row, count);
        return levels.allHaveValues();
    }

    /// @param before positions before the first row
    private void copyValues(int row, int before, int[] selection, int count, Vector to)
            throws IOException {
        int value = form.optional() ? levels.valueFirst() : row;
        values.window(value, before == 0 ? Math.min(rows, pageRows - row) : count);
        places.from = selection;
        places.at = selection;
        places.count = count;
        places.shift = value - before;
        values.copy(places, to);
    }

    private void copyDefined(int before, int[] selection, int count, Vector to) throws IOException {
        if (levels.noneHaveValues()) {
            for (int i = 0; i < count; i++) {
                to.nulls[selection[i]] = true;
            }
            return;
        }
        values.window(levels.valueFirst(), levels.valueCount());
        int defined = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            boolean has = levels.hasValue(at - before);
            to.nulls[at] = !has;
            if (has) {
                numbers[defined] = levels.rank(at - before);
                positions[defined++] = at;
            }
        }
        if (defined > 0) {
            places.from = numbers;
            places.at = positions;
            places.count = defined;
            places.shift = levels.valueFirst();
            values.copy(places, to);
        }
    }

    private void readWhole() throws IOException {
        if (whole == null) {
            whole = new Vector(form.type());
        }
        int[] selection = new int[Batch.ROWS_MAX];
        whole.hasNoNulls();
        int done = 0;
        while (done < rows) {
            if (done > 0) {
                if (loaded) {
                    passed.add(page);
                    page = null;
                }
                do {
                    nextPage();
                } while (pageRows == 0);
            }
            load();
            int row = (int) (first + done - pageFirst);
            int some = Math.min(rows - done, pageRows - row);
            for (int i = 0; i < some; i++) {
                selection[i] = done + i;
            }
            if (haveValues(row, some)) {
                if (!whole.isNullFree()) {
                    Arrays.fill(whole.nulls, done, done + some, false);
                }
                copyValues(row, done, selection, some, whole);
            } else {
                whole.mayHaveNulls();
                copyDefined(done, selection, some, whole);
            }
            done += some;
        }
        wholeIsRead = true;
    }

    private void copyWhole(int[] selection, int count, Vector to) {
        if (whole.isNullFree()) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                to.nulls[selection[i]] = whole.nulls[selection[i]];
            }
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (whole.longs != null) {
                to.longs[at] = whole.longs[at];
            }
            if (whole.highs != null) {
                to.highs[at] = whole.highs[at];
            }
            if (whole.doubles != null) {
                to.doubles[at] = whole.doubles[at];
            }
            if (whole.segments != null) {
                to.segments[at] = whole.segments[at];
                to.offsets[at] = whole.offsets[at];
                to.lengths[at] = whole.lengths[at];
            }
        }
    }

    @Override
    public void close() {
        pages.close();
        if (dictionary != null) {
            dictionary.close();
            dictionaryPage.close();
        }
        if (page != null) {
            page.close();
        }
        passed.forEach(ParquetPage::close);
        free.forEach(ParquetPage::close);
    }
}
