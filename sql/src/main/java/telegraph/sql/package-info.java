/// From the text of a statement to a running dataflow, and from its events to an answer.
package telegraph.sql;
