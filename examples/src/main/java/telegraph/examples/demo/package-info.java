/// The demonstration: fifteen questions to slow web sites, asked, watched and checked.
///
/// It starts the fleet, opens a sandbox that vanishes at the end, declares the sources in it, and
/// asks each [telegraph.examples.demo.Question]. The answer is compared with the golden one, which
/// another system computed from the published files, and a report tells what happened on the way.
package telegraph.examples.demo;
