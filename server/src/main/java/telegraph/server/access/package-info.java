/// Who may come in, and how they prove it.
package telegraph.server.access;
