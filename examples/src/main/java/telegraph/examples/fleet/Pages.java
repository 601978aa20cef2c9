package telegraph.examples.fleet;

/// What a site has to say, without the waiting.
///
/// Threads: any.
@FunctionalInterface
interface Pages {
    Reply get(Request request);
}
