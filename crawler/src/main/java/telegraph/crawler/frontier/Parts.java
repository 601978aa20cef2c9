package telegraph.crawler.frontier;

import telegraph.crawler.mark.FrontierLimits;
import telegraph.crawler.mark.MarkedFiles;
import telegraph.memory.Region;

/// What the parts of a frontier are made with.
///
/// @param region the frontier's alone: all pieces of it are freed in one step when that closes
record Parts(MarkedFiles files, Region region, FrontierLimits limits, Shares shares) {}
