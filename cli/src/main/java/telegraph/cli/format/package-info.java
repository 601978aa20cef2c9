/// Results as text: CSV, JSON, newline-delimited JSON and tables for people.
package telegraph.cli.format;
