/// The words of the frontier: how URLs, marks and sites lie in its memory and files.
package telegraph.crawler.mark;
