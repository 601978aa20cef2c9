/// HTTP, and the page that browsers get.
package telegraph.server.http;
