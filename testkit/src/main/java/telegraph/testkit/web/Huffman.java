package telegraph.testkit.web;

import java.io.IOException;

/// Reads text as HTTP/2 packs it in headers (RFC 7541, section 5.2 and appendix B).
///
/// The code is canonical: codes of one length are numbers in a row, in the order of their symbols,
/// and those of the next length go on where they end. So the lengths say all of it.
///
/// Threads: any; nothing changes.
final class Huffman {
    private static final int LENGTH_MIN = 5;
    private static final int LENGTH_MAX = 30;

    /// The length of each symbol's code, `A` for five bits; the last is the end of the text.
    private static final String LENGTHS =
            "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHF"
                    + "IBCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX"
                    + "PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRS"
                    + "VVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWV"
                    + "Z";

    private static final int END = LENGTHS.length() - 1;

    /// All symbols by the length of their codes, and which of them is the first of a length.
    private static final int[] SYMBOLS = new int[LENGTHS.length()];

    private static final int[] FIRST_SYMBOLS = new int[LENGTH_MAX + 2];
    private static final int[] FIRST_CODES = new int[LENGTH_MAX + 2];

    static {
        int count = 0;
        int code = 0;
        for (int length = LENGTH_MIN; length <= LENGTH_MAX + 1; length++) {
            FIRST_SYMBOLS[length] = count;
            FIRST_CODES[length] = code;
            for (int symbol = 0; symbol < LENGTHS.length(); symbol++) {
                if (LENGTHS.charAt(symbol) - 'A' + LENGTH_MIN == length) {
                    SYMBOLS[count++] = symbol;
                    code++;
                }
            }
            code <<= 1;
        }
    }

    private Huffman() {}

    static String read(byte[] from, int start, int end) throws IOException {
        StringBuilder text = new StringBuilder();
        int code = 0;
        int length = 0;
        for (int bit = start * 8; bit < end * 8; bit++) {
            code = code << 1 | from[bit >> 3] >> 7 - (bit & 7) & 1;
            length++;
            if (length > LENGTH_MAX) {
                throw new IOException("no code is so long: bits=" + length);
            }
            int nth = code - FIRST_CODES[length];
            int known = length < LENGTH_MIN ? 0 : FIRST_SYMBOLS[length + 1] - FIRST_SYMBOLS[length];
            if (nth >= 0 && nth < known) {
                int symbol = SYMBOLS[FIRST_SYMBOLS[length] + nth];
                if (symbol == END) {
                    throw new IOException("a text does not say that it ends");
                }
                text.append((char) symbol);
                code = 0;
                length = 0;
            }
        }
        // What is left are ones that fill the last octet.
        return text.toString();
    }
}
