/// A web thought up from a seed: sites, pages and links, without a server.
package telegraph.testkit.model;
