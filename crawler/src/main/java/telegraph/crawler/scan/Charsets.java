package telegraph.crawler.scan;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Charsets by the labels that pages use for them (WHATWG, *Encoding*, section 4.2).
///
/// Threads: any.
public final class Charsets {
    static final String UTF_8 = "utf-8";
    static final String UTF_16_BIG = "utf-16be";
    static final String UTF_16_LITTLE = "utf-16le";
    static final String WINDOWS_1252 = "windows-1252";

    /// What a label that means nothing is.
    static final String NONE = "";

    private static final String CHARSET = "charset";
    private static final int SLOT_BITS = 9;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final long[] LABELS = new long[SLOTS];
    private static final String[] NAMES = new String[SLOTS];

    /// A line has the name of the standard, that of the JDK, `1` if an octet is a character, and
    /// the other labels.
    private static final String TABLE =
            """
            utf-8 UTF-8 - utf8 unicode-1-1-utf-8 x-unicode20utf8 unicode11utf8 unicode20utf8
            windows-1252 windows-1252 1 ascii us-ascii latin1 l1 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso-ir-100 cp1252 cp819 ibm819 x-cp1252 csisolatin1 ansi_x3.4-1968 iso_8859-1:1987 x-user-defined
            iso-8859-2 ISO-8859-2 1 latin2 l2 iso8859-2 iso88592 iso_8859-2 iso-ir-101 csisolatin2 iso_8859-2:1987
            iso-8859-3 ISO-8859-3 1 latin3 l3 iso8859-3 iso88593 iso_8859-3 iso-ir-109 csisolatin3 iso_8859-3:1988
            iso-8859-4 ISO-8859-4 1 latin4 l4 iso8859-4 iso88594 iso_8859-4 iso-ir-110 csisolatin4 iso_8859-4:1988
            iso-8859-5 ISO-8859-5 1 cyrillic iso8859-5 iso88595 iso_8859-5 iso-ir-144 csisolatincyrillic iso_8859-5:1988
            iso-8859-6 ISO-8859-6 1 arabic asmo-708 ecma-114 iso8859-6 iso88596 iso_8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 csisolatinarabic iso_8859-6:1987
            iso-8859-7 ISO-8859-7 1 greek greek8 ecma-118 elot_928 iso8859-7 iso88597 iso_8859-7 iso-ir-126 sun_eu_greek csisolatingreek iso_8859-7:1987
            iso-8859-8 ISO-8859-8 1 hebrew visual logical iso8859-8 iso88598 iso_8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 csisolatinhebrew iso_8859-8:1988
            iso-8859-10 ISO-8859-10 1 latin6 l6 iso8859-10 iso885910 iso-ir-157 csisolatin6
            iso-8859-13 ISO-8859-13 1 iso8859-13 iso885913
            iso-8859-14 ISO-8859-14 1 iso8859-14 iso885914
            iso-8859-15 ISO-8859-15 1 l9 iso8859-15 iso885915 iso_8859-15 csisolatin9
            iso-8859-16 ISO-8859-16 1
            ibm866 IBM866 1 866 cp866 csibm866
            koi8-r KOI8-R 1 koi koi8 koi8_r cskoi8r
            koi8-u KOI8-U 1 koi8-ru
            macintosh x-MacRoman 1 mac x-mac-roman csmacintosh
            x-mac-cyrillic x-MacCyrillic 1 x-mac-ukrainian
            windows-874 x-windows-874 1 tis-620 iso-8859-11 iso8859-11 iso885911 dos-874
            windows-1250 windows-1250 1 cp1250 x-cp1250
            windows-1251 windows-1251 1 cp1251 x-cp1251
            windows-1253 windows-1253 1 cp1253 x-cp1253
            windows-1254 windows-1254 1 cp1254 x-cp1254 latin5 l5 iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso-ir-148 csisolatin5 iso_8859-9:1989
            windows-1255 windows-1255 1 cp1255 x-cp1255
            windows-1256 windows-1256 1 cp1256 x-cp1256
            windows-1257 windows-1257 1 cp1257 x-cp1257
            windows-1258 windows-1258 1 cp1258 x-cp1258
            gbk GB18030 - gb2312 gb_2312 gb_2312-80 x-gbk chinese csgb2312 iso-ir-58 csiso58gb231280
            gb18030 GB18030 -
            big5 Big5-HKSCS - big5-hkscs cn-big5 x-x-big5 csbig5
            euc-jp EUC-JP - x-euc-jp cseucpkdfmtjapanese
            iso-2022-jp ISO-2022-JP - csiso2022jp
            shift_jis windows-31j - shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis
            euc-kr x-windows-949 - korean windows-949 ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 iso-ir-149 cseuckr csksc56011987
            utf-16be UTF-16BE - unicodefffe
            utf-16le UTF-16LE - utf-16 unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff
            """;

    private static final Map<String, String> OF_THE_JDK = new HashMap<>();
    private static final Map<String, Boolean> ARE_SINGLE = new HashMap<>();

    static {
        for (String line : TABLE.split("\n")) {
            String[] words = line.split(" ");
            OF_THE_JDK.put(words[0], words[1]);
            ARE_SINGLE.put(words[0], words[2].equals("1"));
            put(words[0], words[0]);
            for (int i = 3; i < words.length; i++) {
                put(words[i], words[0]);
            }
        }
    }

    private Charsets() {}

    private static void put(String label, String name) {
        int slot = slot(Ascii.name(label));
        LABELS[slot] = Ascii.name(label);
        NAMES[slot] = name;
    }

    /// Where a label is, or else the empty slot where it would be.
    private static int slot(long label) {
        int slot = (int) (label * 0x9E3779B97F4A7C15L >>> 64 - SLOT_BITS);
        while (LABELS[slot] != 0 && LABELS[slot] != label) {
            slot = slot + 1 & SLOTS - 1;
        }
        return slot;
    }

    /// The charset named in a value of Content-Type, or null for none that is known; always the
    /// same text for the same charset.
    public static String ofContentType(byte[] a, int start, int end) {
        int at = parameter(a, start, end);
        String name = at < 0 ? NONE : of(a, at, end);
        return name.isEmpty() ? null : name;
    }

    /// The name of the charset with a label; empty if there is none.
    static String of(String label) {
        byte[] a = label.getBytes(StandardCharsets.UTF_8);
        return of(a, 0, a.length);
    }

    /// Where the value of `charset=` begins, or a negative number.
    static int parameter(byte[] a, int start, int end) {
        for (int i = start; i + CHARSET.length() < end; i++) {
            if ((a[i] | 0x20) == 'c' && Ascii.startsWith(a, i, end, CHARSET)) {
                int at = i + CHARSET.length();
                while (at < end && Ascii.isSpace(a[at])) {
                    at++;
                }
                if (at < end && a[at] == '=') {
                    return at + 1;
                }
            }
        }
        return -1;
    }

    /// The name of the charset with the label that begins in `a[start, end)`, with or without
    /// quotes and spaces around; empty if there is none.
    static String of(byte[] a, int start, int end) {
        int first = start;
        while (first < end && isAround(a[first])) {
            first++;
        }
        int behind = first;
        while (behind < end && !isAround(a[behind]) && a[behind] != ';') {
            behind++;
        }
        if (first == behind) {
            return NONE;
        }
        int slot = slot(Ascii.name(a, first, behind));
        return LABELS[slot] == 0 ? NONE : NAMES[slot];
    }

    private static boolean isAround(byte octet) {
        return Ascii.isSpace(octet) || octet == '"' || octet == '\'';
    }

    /// What the JDK calls a charset.
    static String ofTheJdk(String name) {
        return OF_THE_JDK.get(name);
    }

    /// Whether an octet is a character.
    static boolean isSingle(String name) {
        return ARE_SINGLE.get(name);
    }

    /// Whether octets below 128 mean ASCII wherever they stand alone.
    static boolean isLikeAscii(String name) {
        return !name.startsWith("utf-16") && !name.startsWith("iso-2022");
    }
}
