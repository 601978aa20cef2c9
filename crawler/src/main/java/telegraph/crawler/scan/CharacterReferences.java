package telegraph.crawler.scan;

/// Character references such as `&amp;`, `&eacute` and `&#x2F;` (WHATWG, *HTML*, section
/// 13.2.5.72).
///
/// Known by name are those of HTML 4 and the names of ASCII characters; of them the older ones may
/// stand without a semicolon.
///
/// Threads: one.
final class CharacterReferences {
    private static final int REPLACEMENT = 0xFFFD;
    private static final int NAME_MAX = 16;
    private static final int OLD_NAME_MAX = 6;
    private static final int SLOT_BITS = 10;
    private static final int SLOTS = 1 << SLOT_BITS;

    /// Set beside the code of a name that needs no semicolon.
    private static final int OLD = 1 << 24;

    private static final long[] NAMES = new long[SLOTS];
    private static final int[] CODES = new int[SLOTS];

    /// In order of their codes, from 160 on.
    static final String LATIN =
            "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg"
                    + " plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12"
                    + " frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave"
                    + " Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc"
                    + " Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave"
                    + " aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave"
                    + " iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash"
                    + " ugrave uacute ucirc uuml yacute thorn yuml";

    private static final String OTHERS =
            "amp=& AMP=& lt=< LT=< gt=> GT=> quot=\" QUOT=\" COPY=\u00A9 REG=\u00AE";

    static final String NEWER =
            "apos=' colon=: sol=/ bsol=\\ quest=? num=# excl=! percnt=% equals== period=. comma=,"
                    + " lpar=( rpar=) lowbar=_ UnderBar=_ plus=+ ast=* midast=* semi=; dollar=$"
                    + " commat=@ lsqb=[ rsqb=] lbrack=[ rbrack=] lcub={ rcub=} lbrace={ rbrace=}"
                    + " Hat=^ grave=` verbar=| vert=| VerticalLine=| OElig=\u0152 oelig=\u0153"
                    + " Scaron=\u0160 scaron=\u0161 Zcaron=\u017D zcaron=\u017E Yuml=\u0178"
                    + " fnof=\u0192 circ=\u02C6 tilde=\u02DC Alpha=\u0391 Beta=\u0392"
                    + " Gamma=\u0393 Delta=\u0394 Epsilon=\u0395 Zeta=\u0396 Eta=\u0397"
                    + " Theta=\u0398 Iota=\u0399 Kappa=\u039A Lambda=\u039B Mu=\u039C Nu=\u039D"
                    + " Xi=\u039E Omicron=\u039F Pi=\u03A0 Rho=\u03A1 Sigma=\u03A3 Tau=\u03A4"
                    + " Upsilon=\u03A5 Phi=\u03A6 Chi=\u03A7 Psi=\u03A8 Omega=\u03A9 alpha=\u03B1"
                    + " beta=\u03B2 gamma=\u03B3 delta=\u03B4 epsilon=\u03B5 zeta=\u03B6"
                    + " eta=\u03B7 theta=\u03B8 iota=\u03B9 kappa=\u03BA lambda=\u03BB mu=\u03BC"
                    + " nu=\u03BD xi=\u03BE omicron=\u03BF pi=\u03C0 rho=\u03C1 sigmaf=\u03C2"
                    + " sigma=\u03C3 tau=\u03C4 upsilon=\u03C5 phi=\u03C6 chi=\u03C7 psi=\u03C8"
                    + " omega=\u03C9 thetasym=\u03D1 upsih=\u03D2 piv=\u03D6 ensp=\u2002"
                    + " emsp=\u2003 thinsp=\u2009 zwnj=\u200C zwj=\u200D lrm=\u200E rlm=\u200F"
                    + " hyphen=\u2010 dash=\u2010 ndash=\u2013 mdash=\u2014 horbar=\u2015"
                    + " lsquo=\u2018 rsquo=\u2019 sbquo=\u201A ldquo=\u201C rdquo=\u201D"
                    + " bdquo=\u201E dagger=\u2020 Dagger=\u2021 bull=\u2022 hellip=\u2026"
                    + " permil=\u2030 prime=\u2032 Prime=\u2033 lsaquo=\u2039 rsaquo=\u203A"
                    + " oline=\u203E frasl=\u2044 euro=\u20AC image=\u2111 weierp=\u2118"
                    + " real=\u211C trade=\u2122 alefsym=\u2135 larr=\u2190 uarr=\u2191"
                    + " rarr=\u2192 darr=\u2193 harr=\u2194 crarr=\u21B5 lArr=\u21D0 uArr=\u21D1"
                    + " rArr=\u21D2 dArr=\u21D3 hArr=\u21D4 forall=\u2200 part=\u2202 exist=\u2203"
                    + " empty=\u2205 nabla=\u2207 isin=\u2208 notin=\u2209 ni=\u220B prod=\u220F"
                    + " sum=\u2211 minus=\u2212 lowast=\u2217 radic=\u221A prop=\u221D"
                    + " infin=\u221E ang=\u2220 and=\u2227 or=\u2228 cap=\u2229 cup=\u222A"
                    + " int=\u222B there4=\u2234 sim=\u223C cong=\u2245 asymp=\u2248 ne=\u2260"
                    + " equiv=\u2261 le=\u2264 ge=\u2265 sub=\u2282 sup=\u2283 nsub=\u2284"
                    + " sube=\u2286 supe=\u2287 oplus=\u2295 otimes=\u2297 perp=\u22A5"
                    + " sdot=\u22C5 lceil=\u2308 rceil=\u2309 lfloor=\u230A rfloor=\u230B"
                    + " lang=\u27E8 rang=\u27E9 loz=\u25CA spades=\u2660 clubs=\u2663"
                    + " hearts=\u2665 diams=\u2666 check=\u2713 star=\u2606 inodot=\u0131"
                    + " Ccaron=\u010C ccaron=\u010D Rcaron=\u0158 rcaron=\u0159 Ecaron=\u011A"
                    + " ecaron=\u011B Lstrok=\u0141 lstrok=\u0142 Cacute=\u0106 cacute=\u0107"
                    + " Sacute=\u015A sacute=\u015B Zacute=\u0179 zacute=\u017A Zdot=\u017B"
                    + " zdot=\u017C Aogon=\u0104 aogon=\u0105 Eogon=\u0118 eogon=\u0119"
                    + " Nacute=\u0143 nacute=\u0144 Dcaron=\u010E dcaron=\u010F Ncaron=\u0147"
                    + " ncaron=\u0148 Tcaron=\u0164 tcaron=\u0165 Uring=\u016E uring=\u016F"
                    + " Odblac=\u0150 odblac=\u0151 Udblac=\u0170 udblac=\u0171 Abreve=\u0102"
                    + " abreve=\u0103 Scedil=\u015E scedil=\u015F Gbreve=\u011E gbreve=\u011F"
                    + " Idot=\u0130 Amacr=\u0100 amacr=\u0101 Emacr=\u0112 emacr=\u0113"
                    + " Imacr=\u012A imacr=\u012B Umacr=\u016A umacr=\u016B";

    /// What Windows means by the codes from 128 to 159, 0 for itself.
    private static final String WINDOWS =
            "\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
                    + "\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0"
                    + "\u017E\u0178";

    static {
        int code = 160;
        for (String name : LATIN.split(" ")) {
            put(name, OLD | code++);
        }
        for (String pair : OTHERS.split(" ")) {
            put(pair.substring(0, pair.indexOf('=')), OLD | pair.charAt(pair.length() - 1));
        }
        for (String pair : NEWER.split(" ")) {
            put(pair.substring(0, pair.indexOf('=')), pair.charAt(pair.length() - 1));
        }
        put("Tab", '\t');
        put("NewLine", '\n');
    }

    private int code;

    private static void put(String name, int code) {
        long key = 0;
        for (int i = 0; i < name.length(); i++) {
            key = next(key, (byte) name.charAt(i));
        }
        int slot = slot(key);
        NAMES[slot] = key;
        CODES[slot] = code;
    }

    private static long next(long key, byte letter) {
        return Long.rotateLeft(key, 8) ^ letter;
    }

    /// Where a name is, or else the empty slot where it would be.
    private static int slot(long key) {
        int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 64 - SLOT_BITS);
        while (NAMES[slot] != 0 && NAMES[slot] != key) {
            slot = slot + 1 & SLOTS - 1;
        }
        return slot;
    }

    /// The character of the reference that was read last.
    int code() {
        return code;
    }

    /// Reads the reference whose `&` is at an offset; returns its length, or 0 if it is none and
    /// the `&` stands for itself.
    int read(byte[] a, int at, int end, boolean inAttribute) {
        if (at + 1 >= end) {
            return 0;
        }
        if (a[at + 1] == '#') {
            return number(a, at, end);
        }
        return Ascii.isLetter(a[at + 1]) ? name(a, at, end, inAttribute) : 0;
    }

    private int number(byte[] a, int start, int end) {
        int at = start + 2;
        boolean hex = at < end && (a[at] | 0x20) == 'x';
        if (hex) {
            at++;
        }
        int first = at;
        int value = 0;
        for (int digit; at < end && (digit = digit(a[at], hex)) >= 0; at++) {
            value = Math.min(Character.MAX_CODE_POINT + 1, value * (hex ? 16 : 10) + digit);
        }
        if (at == first) {
            return 0;
        }
        code = meant(value);
        return (at < end && a[at] == ';' ? at + 1 : at) - start;
    }

    private static int digit(byte octet, boolean hex) {
        if (Ascii.isDigit(octet)) {
            return octet - '0';
        }
        int small = octet | 0x20;
        return hex && small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    }

    private static int meant(int value) {
        boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
        if (value == 0 || value > Character.MAX_CODE_POINT || surrogate) {
            return REPLACEMENT;
        }
        if (value >= 128 && value < 160 && WINDOWS.charAt(value - 128) != 0) {
            return WINDOWS.charAt(value - 128);
        }
        return value;
    }

    private int name(byte[] a, int start, int end, boolean inAttribute) {
        int first = start + 1;
        int stop = Math.min(end, first + NAME_MAX);
        int at = first;
        int old = first;
        int oldCode = 0;
        long key = 0;
        while (at < stop && Ascii.isLetterOrDigit(a[at])) {
            key = next(key, a[at++]);
            if (at - first <= OLD_NAME_MAX) {
                int found = CODES[slot(key)];
                if ((found & OLD) != 0) {
                    old = at;
                    oldCode = found;
                }
            }
        }
        int found = at < end && a[at] == ';' ? CODES[slot(key)] : 0;
        if (found != 0) {
            code = found & ~OLD;
            return at + 1 - start;
        }
        boolean literal =
                inAttribute && old < end && (a[old] == '=' || Ascii.isLetterOrDigit(a[old]));
        if (old == first || literal) {
            return 0;
        }
        code = oldCode & ~OLD;
        return old - start;
    }
}
