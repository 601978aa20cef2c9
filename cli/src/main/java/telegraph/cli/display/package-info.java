/// What a terminal shows of a statement or a crawl under way, drawn anew in its place; elsewhere
/// lines.
package telegraph.cli.display;
