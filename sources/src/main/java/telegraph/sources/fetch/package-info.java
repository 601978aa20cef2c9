/// One page over HTTP: within the budgets of its host, from the cache if it may, tried again as
/// often as it takes.
package telegraph.sources.fetch;
