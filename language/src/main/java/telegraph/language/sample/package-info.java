/// Which rows of a table a query draws.
package telegraph.language.sample;
