package telegraph.sources.page;

import java.io.IOException;

/// A page is not what it has to be: cut off, damaged, or written in a way nobody knows.
public final class DamagedPageException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedPageException(String rule) {
        super(rule);
    }
}
