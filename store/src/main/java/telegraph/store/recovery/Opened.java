package telegraph.store.recovery;

import java.nio.file.Path;
import telegraph.ground.Disk;
import telegraph.store.log.Log;

/// A store's directory with its log open.
record Opened(Disk disk, Path directory, ControlFile control, Log log, Trails trails) {}
