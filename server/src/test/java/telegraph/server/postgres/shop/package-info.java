/// A small shop for books, as Hibernate and Flyway keep it.
package telegraph.server.postgres.shop;
