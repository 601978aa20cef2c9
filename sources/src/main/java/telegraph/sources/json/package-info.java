/// Files of JSON as rows: an array, one object after the other, or one a line.
package telegraph.sources.json;
