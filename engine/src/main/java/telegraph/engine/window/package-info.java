/// Window functions over rows sorted by partition and order: frames, sums that move, ranks.
package telegraph.engine.window;
