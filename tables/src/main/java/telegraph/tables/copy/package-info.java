/// The formats of COPY, as bytes: PostgreSQL's text and CSV, read and written line by line.
package telegraph.tables.copy;
