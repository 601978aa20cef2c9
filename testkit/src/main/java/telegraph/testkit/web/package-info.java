/// A web that is made up: every page of every host follows from a seed, so a crawl of it has one
/// right answer.
///
/// [telegraph.testkit.web.SyntheticWeb] serves it on the loopback address, with name servers of its
/// own, and watches how the crawler behaves. What is where is in `WebModel`, which knows no socket;
/// [telegraph.testkit.web.Expected] is computed from it alone. After Mercator's web synthesizer
/// (Heydon and Najork, *Performance Limitations of the Java Core Libraries*, 1999).
package telegraph.testkit.web;
