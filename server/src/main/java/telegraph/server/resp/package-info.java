/// Redis's protocol: commands as they lie in a buffer, and replies.
package telegraph.server.resp;
