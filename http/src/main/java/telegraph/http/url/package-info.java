/// URLs as octets: parsed, resolved against a base, made normal and hashed without garbage.
package telegraph.http.url;
