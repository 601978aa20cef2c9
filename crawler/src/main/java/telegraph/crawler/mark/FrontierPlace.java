package telegraph.crawler.mark;

import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.Region;

/// What a frontier needs of the world around it.
///
/// @param directory the frontier's alone: what is in it and no mark names is deleted
/// @param region where its memory comes from; the frontier takes all of it when it opens and gives
///   it back when it closes
public record FrontierPlace(Disk disk, Path directory, Region region, Ticker ticker) {}
