package telegraph.crawler.mark;

/// The name of a state of the frontier on disk that a restart can begin at.
///
/// @param number of marks made in this directory before and including this one
public record FrontierMark(long number) {}
