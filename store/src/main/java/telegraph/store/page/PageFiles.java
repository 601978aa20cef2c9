package telegraph.store.page;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;

/// The data files: one for each container, named by its number in eight hexadecimal digits.
///
/// Files are opened when a page is wanted; when more than `openMax` are open, those longest out of
/// use are closed, after a sync if they were written. A file is never closed under a user: that of
/// a dropped container, which a checkpoint may be syncing, is closed by the last of them.
///
/// Threads: any; reads and writes of pages run side by side, and only the choice of the file is one
/// at a time.
public final class PageFiles implements AutoCloseable {
    private static final String SUFFIX = ".tg";

    private final Disk disk;
    private final Path directory;
    private final int openMax;

    /// Guards all below, and the fields of the open files.
    private final ReentrantLock lock = new ReentrantLock();

    private final LinkedHashMap<Integer, Open> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Integer> unsynced = new HashSet<>();

    /// Containers that are gone, though their files may be there yet.
    private final Set<Integer> condemned = ConcurrentHashMap.newKeySet();

    /// Why a sync failed, after which none is tried.
    private TelegraphException lost;

    private static final class Open {
        final Disk.DiskFile file;
        int users;

        /// Whether its container is gone: the last user closes it.
        boolean gone;

        Open(Disk.DiskFile file) {
            this.file = file;
        }
    }

    /// @param directory where the files are; it is there
    /// @param openMax how many files stay open that nobody uses at the moment
    public PageFiles(Disk disk, Path directory, int openMax) {
        this.disk = disk;
        this.directory = directory;
        this.openMax = openMax;
    }

    public Path path(int container) {
        return directory.resolve(String.format("%08x", container) + SUFFIX);
    }

    /// Makes the empty file of a container, and its name last.
    public void create(int container) {
        Path path = path(container);
        lock.lock();
        try {
            discard(container);
            disk.create(path).close();
            disk.syncDirectory(directory);
            condemned.remove(container);
        } catch (IOException e) {
            throw Disk.failure("a container needs a file of its own", path, e);
        } finally {
            lock.unlock();
        }
    }

    public boolean exists(int container) {
        try {
            return !condemned.contains(container) && disk.exists(path(container));
        } catch (IOException e) {
            throw Disk.failure("a data directory must be readable", directory, e);
        }
    }

    /// Counts a container as gone, before its file is deleted.
    public void condemn(int container) {
        condemned.add(container);
    }

    /// Deletes the file of a container if it is there; nobody reads or writes its pages any more,
    /// though a sync of it may still be under way.
    public void delete(int container) {
        Path path = path(container);
        lock.lock();
        try {
            discard(container);
            disk.delete(path);
            disk.syncDirectory(directory);
            condemned.remove(container);
        } catch (IOException e) {
            throw Disk.failure("the file of a dropped container must be deletable", path, e);
        } finally {
            lock.unlock();
        }
    }

    private void discard(int container) throws IOException {
        Open gone = open.remove(container);
        unsynced.remove(container);
        if (gone != null) {
            gone.gone = true;
            closeIfUnused(gone);
        }
    }

    private static void closeIfUnused(Open file) throws IOException {
        if (file.gone && file.users == 0) {
            file.file.close();
        }
    }

    /// The containers that have files, in order.
    public List<Integer> containers() {
        try {
            List<Integer> found = new ArrayList<>();
            for (Path path : disk.list(directory)) {
                String name = path.getFileName().toString();
                if (name.matches("[0-9a-f]{8}\\" + SUFFIX)) {
                    found.add(Integer.parseUnsignedInt(name.substring(0, 8), 16));
                }
            }
            found.removeAll(condemned);
            return found;
        } catch (IOException e) {
            throw Disk.failure("a data directory must be readable", directory, e);
        }
    }

    /// Whole pages in the file of a container.
    public int pages(int container) {
        Open file = use(container);
        try {
            return Math.toIntExact(file.file.size() >>> Page.SHIFT);
        } catch (IOException e) {
            throw Disk.failure("a data file must be readable", path(container), e);
        } finally {
            unuse(file);
        }
    }

    /// Reads a page and checks that it is whole and the one wanted.
    ///
    /// @throws TelegraphException of kind CORRUPT if it is not, or the file ends before it
    void read(long pageId, MemorySegment into) {
        if (!readIfThere(pageId, into)) {
            throw TelegraphException.corrupt(
                    "a page must be in the file of its container: "
                            + where(pageId)
                            + " pages="
                            + pages(Page.container(pageId))
                            + ". Restore the store from a backup.");
        }
        check(pageId, into);
    }

    private void check(long pageId, MemorySegment page) {
        if (!Page.isSealed(page)) {
            throw TelegraphException.corrupt(
                    "a page must have the checksum of its bytes: "
                            + where(pageId)
                            + String.format(
                                    " expected=%08x found=%08x",
                                    Page.checksum(page), page.get(Page.INT, Page.CHECKSUM))
                            + ". Restore the store from a backup.");
        }
        long named = Page.named(page);
        if (named != pageId) {
            throw TelegraphException.corrupt(
                    "a page must be where it belongs: "
                            + where(pageId)
                            + " expected="
                            + name(pageId)
                            + " found="
                            + name(named)
                            + ". Restore the store from a backup.");
        }
    }

    /// Reads a page as it is; whether it is whole and the one wanted.
    boolean readIfWhole(long pageId, MemorySegment into) {
        return readIfThere(pageId, into) && Page.isSealed(into) && Page.named(into) == pageId;
    }

    private boolean readIfThere(long pageId, MemorySegment into) {
        Open file = use(Page.container(pageId));
        try {
            file.file.read(into, Page.offset(pageId));
            return true;
        } catch (EOFException e) {
            return false;
        } catch (IOException e) {
            throw failed("readable", pageId, e);
        } finally {
            unuse(file);
        }
    }

    /// Seals a page that nobody else sees and writes it. It is sure to last after [#sync].
    void write(long pageId, MemorySegment page) {
        int container = Page.container(pageId);
        Page.name(page, 0, pageId);
        Page.seal(page);
        Open file = use(container);
        try {
            file.file.write(page, Page.offset(pageId));
            lock.lock();
            try {
                // A file that was deleted meanwhile has nothing to sync.
                if (open.get(container) == file) {
                    unsynced.add(container);
                }
            } finally {
                lock.unlock();
            }
        } catch (IOException e) {
            throw failed("writable", pageId, e);
        } finally {
            unuse(file);
        }
    }

    /// Returns when all pages written before are on the disk.
    public void sync() {
        List<Integer> wanted;
        lock.lock();
        try {
            wanted = List.copyOf(unsynced);
        } finally {
            lock.unlock();
        }
        wanted.forEach(this::sync);
    }

    /// A sync that failed is not tried again: the system may have dropped what it could not write,
    /// and would say that all is well.
    private TelegraphException lost(int container, IOException e) {
        lock.lock();
        try {
            unsynced.add(container);
            lost = Disk.failure("written pages must reach the disk", path(container), e);
            return lost;
        } finally {
            lock.unlock();
        }
    }

    /// Returns when all pages of a container written before are on the disk. A container that was
    /// dropped has none.
    public void sync(int container) {
        Open file;
        lock.lock();
        try {
            if (lost != null) {
                throw TelegraphException.of(lost.state(), lost.getMessage(), lost);
            }
            if (!unsynced.contains(container)) {
                return;
            }
            file = use(container);
            unsynced.remove(container);
        } finally {
            lock.unlock();
        }
        try {
            file.file.sync();
        } catch (IOException e) {
            throw lost(container, e);
        } finally {
            unuse(file);
        }
    }

    private Open use(int container) {
        lock.lock();
        try {
            Open file = open.get(container);
            if (file == null) {
                Path path = path(container);
                if (!disk.exists(path)) {
                    throw TelegraphException.corrupt(
                            "a container must have its file: file="
                                    + path
                                    + ". Restore the store from a backup.");
                }
                closeUnused();
                file = new Open(disk.open(path));
                open.put(container, file);
            }
            file.users++;
            return file;
        } catch (IOException e) {
            throw Disk.failure("a data file must be one that can be opened", path(container), e);
        } finally {
            lock.unlock();
        }
    }

    private void closeUnused() throws IOException {
        Iterator<Map.Entry<Integer, Open>> eldest = open.entrySet().iterator();
        while (open.size() >= openMax && eldest.hasNext()) {
            Map.Entry<Integer, Open> entry = eldest.next();
            if (entry.getValue().users == 0) {
                if (unsynced.contains(entry.getKey())) {
                    unsynced.remove(entry.getKey());
                    try {
                        entry.getValue().file.sync();
                    } catch (IOException e) {
                        throw lost(entry.getKey(), e);
                    }
                }
                entry.getValue().file.close();
                eldest.remove();
            }
        }
    }

    private void unuse(Open file) {
        lock.lock();
        try {
            file.users--;
            closeIfUnused(file);
        } catch (IOException e) {
            throw Disk.failure("the file of a dropped container must be closable", directory, e);
        } finally {
            lock.unlock();
        }
    }

    /// How many files are open.
    int opened() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    private String where(long pageId) {
        return "file=" + path(Page.container(pageId)) + " page=" + Page.number(pageId);
    }

    private static String name(long pageId) {
        return Page.container(pageId) + "/" + Page.number(pageId);
    }

    private TelegraphException failed(String able, long pageId, IOException e) {
        return Disk.failure(
                "page " + Page.number(pageId) + " must be " + able,
                path(Page.container(pageId)),
                e);
    }

    /// Closes the files; what was not synced may be lost.
    @Override
    public void close() {
        lock.lock();
        try {
            for (Open file : open.values()) {
                file.file.close();
            }
        } catch (IOException e) {
            throw Disk.failure("data files must be closable", directory, e);
        } finally {
            open.clear();
            lock.unlock();
        }
    }
}
