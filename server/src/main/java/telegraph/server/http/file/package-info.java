/// The page and its libraries, as files that browsers get.
package telegraph.server.http.file;
