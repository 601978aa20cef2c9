/// The embedded JDBC driver: `jdbc:telegraph:DIR`, any Java tool's way in without a server.
package telegraph.jdbc;
