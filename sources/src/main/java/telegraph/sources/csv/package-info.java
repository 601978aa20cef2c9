/// Files of CSV as rows: guessed, cut between workers, scanned a column at a time.
package telegraph.sources.csv;
