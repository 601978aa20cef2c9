/// What a page says and where it leads, read from its octets in one pass without garbage.
///
/// [PageScanner] is the way in. A body passes `Charsets` and `Transcoder` (to UTF-8), the states of
/// `PageScanner` itself with `Tag`, `RawText` and `CharacterReferences` (the tokenizer of HTML as
/// far as links and text need it), `TextCollector` (white space collapsed) and `Simhash`.
package telegraph.crawler.scan;
