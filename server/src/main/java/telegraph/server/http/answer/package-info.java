/// What comes of statements in the forms that HTTP clients ask for.
package telegraph.server.http.answer;
