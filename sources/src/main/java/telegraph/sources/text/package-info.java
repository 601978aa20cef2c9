/// Numbers, times and types in the text of files, and text of other encodings.
package telegraph.sources.text;
