package telegraph.crawler.scope;

/// Why a link is not followed.
public enum Cut {
    /// It is followed.
    KEEP("kept"),
    NOT_HTTP("not http"),
    MALFORMED("malformed"),
    TOO_LONG("too long"),
    /// The page or the link says nofollow.
    NOFOLLOW("nofollow"),
    /// It leads out of the scope.
    SCOPE("out of scope"),
    DEPTH("too deep"),
    /// Its path repeats itself, as the links of a trap do.
    REPETITION("repeats itself"),
    EXCLUDED("excluded"),
    NOT_INCLUDED("not included"),
    /// A user's regular expression has too many ways to fit it.
    UNDECIDED("undecided"),
    /// As many URLs of its host were taken as may be.
    HOST_PAGES("host has its pages"),
    /// An extension does not want it.
    EXTENSION("by extension");

    private final String label;

    Cut(String label) {
        this.label = label;
    }

    /// The reason in words, for displays.
    public String label() {
        return label;
    }
}
