/// What sources and the crawler both need to speak HTTP: octets that grow, URLs as browsers read
/// them ([telegraph.http.url]), and a client of HTTP/1.1 ([telegraph.http.client]).
package telegraph.http;
