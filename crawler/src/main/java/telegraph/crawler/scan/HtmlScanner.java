package telegraph.crawler.scan;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import telegraph.crawler.Rel;
import telegraph.http.Octets;
import telegraph.http.url.Url;
import telegraph.http.url.Url.Verdict;

/// The tokenizer of HTML as far as links, title, base, meta and text need it, over UTF-8.
///
/// ```
///            ┌───────── text ◄──────────────┐
///            │ <                            │ >
///            ├─ letter ──► start tag ───────┤──► script, style, title, … : to its end tag
///            ├─ /letter ─► end tag ─────────┤
///            └─ ! ? / ───► comment, bogus ──┘
/// ```
///
/// No tree is built: what depends on it is left out. So `<a>` within `<template>` is no link, but
/// `<a>` within `<select>`, which browsers drop, is one. Scripts do not run; so what is in
/// `<noscript>` counts.
///
/// An `<a>` is told when it ends, because of its text: at `</a>`, at the next `<a>`, at the end.
///
/// Threads: one.
final class HtmlScanner {
    private static final int ANCHOR_MAX = 256;
    private static final int TITLE_MAX = 1024;
    private static final int NOT_CLOSED = -1;

    private final int linkKinds;
    private final String robot;
    private final CharacterReferences references = new CharacterReferences();
    private final TextCollector text;
    private final TextCollector title = new TextCollector(TITLE_MAX, references);
    private final TextCollector anchor = new TextCollector(ANCHOR_MAX, references);
    private final AttributeValue value = new AttributeValue(references);
    private final QueryEncoding encoding = new QueryEncoding();
    private final MetaRefresh refresh = new MetaRefresh();
    private final SourceSet sources = new SourceSet();
    private final Tag tag = new Tag();
    private final Url ownBase = new Url();
    private final Url anchorUrl = new Url();
    private final Url url = new Url();

    private byte[] a;
    private int end;
    private Url base;
    private Charset queries;
    private LinkSink links;

    private boolean hasBase;
    private boolean hasTitle;
    private boolean noindex;
    private boolean nofollow;

    /// The bits of the `<a>` that is open, or 0.
    private int anchorRel;

    /// How many `<template>` are open.
    private int templates;

    /// How many `<svg>` are open.
    private int drawings;

    HtmlScanner(ScanOptions options, TextCollector text) {
        this.linkKinds = options.linkKinds();
        this.robot = options.robot();
        this.text = text;
    }

    Octets title() {
        return title.text();
    }

    boolean noindex() {
        return noindex;
    }

    boolean nofollow() {
        return nofollow;
    }

    void clear() {
        title.clear();
        hasBase = false;
        hasTitle = false;
        noindex = false;
        nofollow = false;
        anchorRel = 0;
        templates = 0;
        drawings = 0;
    }

    /// Reads a page after [#clear].
    void scan(Utf8Body page, Url pageUrl, LinkSink sink) {
        a = page.array();
        end = page.end();
        base = pageUrl;
        queries = page.queries();
        links = sink;
        int at = page.start();
        while (at < end) {
            int less = Ascii.find(a, at, end, '<');
            text(at, less);
            at = less < end ? markup(less) : end;
        }
        closeAnchor();
        base = null;
        links = null;
    }

    private void text(int from, int to) {
        if (from == to || templates > 0) {
            return;
        }
        if (anchorRel != 0 && !anchor.isFull()) {
            anchor.add(a, from, to);
        }
        if (!text.isFull()) {
            text.add(a, from, to);
        }
    }

    /// Passes what begins with `<`.
    private int markup(int less) {
        int at = less + 1;
        if (at < end) {
            byte c = a[at];
            if (Ascii.isLetter(c)) {
                return startTag(at);
            }
            if (c == '/' && at + 1 < end) {
                return endTag(at + 1);
            }
            if (c == '!') {
                return RawText.declarationEnd(a, at + 1, end);
            }
            if (c == '?') {
                return RawText.bogusEnd(a, at, end);
            }
        }
        text(less, at);
        return at;
    }

    private int endTag(int at) {
        if (!Ascii.isLetter(a[at])) {
            return RawText.bogusEnd(a, at, end);
        }
        int behind = tag.read(a, at, end);
        if (behind == NOT_CLOSED) {
            return end;
        }
        switch (tag.element()) {
            case A -> closeAnchor();
            case INLINE -> {}
            case TEMPLATE -> templates = Math.max(0, templates - 1);
            case SVG -> {
                drawings = Math.max(0, drawings - 1);
                part();
            }
            default -> part();
        }
        return behind;
    }

    private void part() {
        text.part();
        anchor.part();
    }

    private int startTag(int at) {
        int behind = tag.read(a, at, end);
        if (behind == NOT_CLOSED) {
            return end;
        }
        Element element = tag.element();
        if (templates == 0) {
            told(element);
        }
        return switch (element) {
            case SCRIPT -> RawText.scriptEnd(a, behind, end);
            case RAW, IFRAME -> RawText.contentEnd(a, tag, behind, end);
            case TITLE -> title(behind);
            case SAMPLE -> sample(behind, RawText.contentEnd(a, tag, behind, end));
            case PLAINTEXT -> sample(behind, end);
            case TEMPLATE -> {
                templates++;
                yield behind;
            }
            case A, AREA, BASE, FRAME, IMG, LINK, META, SOURCE, SVG, INLINE, BLOCK -> behind;
        };
    }

    /// Takes what a start tag says.
    private void told(Element element) {
        switch (element) {
            case A -> anchor();
            case AREA -> link(Rel.AREA, Tag.HREF);
            case FRAME, IFRAME -> link(Rel.FRAME, Tag.SRC);
            case IMG -> {
                link(Rel.IMG, Tag.SRC);
                sourceSet();
            }
            case SOURCE -> sourceSet();
            case SVG -> {
                drawings++;
                part();
            }
            case LINK -> linkElement();
            case BASE -> base();
            case META -> meta();
            case INLINE -> {}
            case TITLE, TEMPLATE, SCRIPT, RAW, SAMPLE, PLAINTEXT, BLOCK -> part();
        }
    }

    private int title(int behind) {
        int close = RawText.contentEnd(a, tag, behind, end);
        if (!hasTitle && templates == 0) {
            hasTitle = true;
            title.add(a, behind, close);
        }
        return close;
    }

    private int sample(int from, int to) {
        if (templates == 0) {
            text.addPlain(a, from, to);
        }
        return to;
    }

    private void anchor() {
        closeAnchor();
        boolean old = drawings > 0 && !tag.has(Tag.HREF);
        if ((linkKinds & Rel.A) != 0 && resolve(old ? Tag.XLINK_HREF : Tag.HREF, anchorUrl)) {
            anchorRel = Rel.A | asked();
            anchor.clear();
        }
    }

    private void closeAnchor() {
        if (anchorRel != 0) {
            Octets words = anchor.text();
            links.link(anchorUrl, anchorRel, words.array(), 0, words.length());
            anchorRel = 0;
        }
    }

    private void link(int kind, int attribute) {
        if ((linkKinds & kind) != 0 && resolve(attribute, url)) {
            tell(kind | asked());
        }
    }

    /// The images of which a browser takes one.
    private void sourceSet() {
        if ((linkKinds & Rel.IMG) == 0 || !tag.has(Tag.SRCSET)) {
            return;
        }
        value.read(a, tag.start(Tag.SRCSET), tag.end(Tag.SRCSET));
        sources.begin(value.array(), value.start(), value.end());
        while (sources.next()) {
            if (resolve(sources.start(), sources.end(), url)) {
                tell(Rel.IMG);
            }
        }
    }

    private void linkElement() {
        boolean leads =
                (linkKinds & Rel.LINK) != 0
                        && (tag.hasWord(Tag.REL, "canonical")
                                || tag.hasWord(Tag.REL, "next")
                                || tag.hasWord(Tag.REL, "prev")
                                || tag.hasWord(Tag.REL, "alternate"));
        if (leads) {
            link(Rel.LINK, Tag.HREF);
        }
    }

    private void tell(int rel) {
        links.link(url, rel, url.array(), 0, 0);
    }

    /// What the tag's `rel` asks for.
    private int asked() {
        if (!tag.has(Tag.REL)) {
            return 0;
        }
        return (tag.hasWord(Tag.REL, "nofollow") ? Rel.NOFOLLOW : 0)
                | (tag.hasWord(Tag.REL, "sponsored") ? Rel.SPONSORED : 0)
                | (tag.hasWord(Tag.REL, "ugc") ? Rel.UGC : 0);
    }

    private boolean resolve(int attribute, Url to) {
        if (!tag.has(attribute)) {
            return false;
        }
        value.read(a, tag.start(attribute), tag.end(attribute));
        return resolve(value.start(), value.end(), to);
    }

    /// Resolves a piece of the value that was read.
    private boolean resolve(int from, int upTo, Url to) {
        byte[] octets = value.array();
        if (queries != StandardCharsets.UTF_8 && Ascii.asciiEnd(octets, from, upTo) < upTo) {
            Octets encoded = encoding.encode(octets, from, upTo, queries);
            return to.resolve(base, encoded.array(), 0, encoded.length()) == Verdict.OK;
        }
        return to.resolve(base, octets, from, upTo) == Verdict.OK;
    }

    /// The first base counts; one that is no URL of HTTP is as good as the page's own.
    private void base() {
        if (!hasBase && tag.has(Tag.HREF)) {
            hasBase = true;
            if (resolve(Tag.HREF, ownBase)) {
                base = ownBase;
            }
        }
    }

    private void meta() {
        if (!tag.has(Tag.CONTENT)) {
            return;
        }
        if (tag.is(Tag.NAME, "robots") || tag.is(Tag.NAME, robot)) {
            noindex |= tag.hasWord(Tag.CONTENT, "noindex") || tag.hasWord(Tag.CONTENT, "none");
            nofollow |= tag.hasWord(Tag.CONTENT, "nofollow") || tag.hasWord(Tag.CONTENT, "none");
        } else if (tag.is(Tag.HTTP_EQUIV, "refresh") && (linkKinds & Rel.META_REFRESH) != 0) {
            value.read(a, tag.start(Tag.CONTENT), tag.end(Tag.CONTENT));
            boolean leads =
                    refresh.find(value.array(), value.start(), value.end())
                            && resolve(refresh.start(), refresh.end(), url);
            if (leads) {
                tell(Rel.META_REFRESH);
            }
        }
    }
}
