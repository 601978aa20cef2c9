/// Rows in order: sorted runs in memory and on disk, merged; and the first few of many.
package telegraph.engine.sort;
