/// The encodings of Parquet pages: levels and values, read a run at a time.
package telegraph.sources.page;
