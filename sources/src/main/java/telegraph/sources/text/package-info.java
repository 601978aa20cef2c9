/// Numbers, times and types in the text of files, text of other encodings, and options.
package telegraph.sources.text;
