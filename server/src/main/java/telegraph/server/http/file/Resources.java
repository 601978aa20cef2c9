package telegraph.server.http.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import telegraph.ground.TelegraphException;

/// Lists what lies under a folder of the class path, in jars and in directories.
public final class Resources {
    private Resources() {}

    /// The names of all files below `folder`, relative to it, each with where it is read from. Of
    /// two files of one name the first in the class path counts.
    ///
    /// @param folder ends without a slash
    /// @param mark a file or folder that is only where `folder` is, too; jars need not list folders
    static Map<String, URL> under(String folder, String mark, ClassLoader loader) {
        Map<String, URL> found = new TreeMap<>();
        try {
            Enumeration<URL> roots = loader.getResources(mark);
            while (roots.hasMoreElements()) {
                URL root = roots.nextElement();
                if (root.getProtocol().equals("jar")) {
                    inJar(root, folder, found);
                } else if (root.getProtocol().equals("file")) {
                    inDirectory(root, mark, folder, found);
                }
            }
        } catch (IOException | URISyntaxException e) {
            throw TelegraphException.resource(
                    "the files of the page are on the class path: folder=" + folder, e);
        }
        return found;
    }

    private static void inJar(URL root, String folder, Map<String, URL> found)
            throws IOException, URISyntaxException {
        JarURLConnection connection = (JarURLConnection) root.openConnection();
        connection.setUseCaches(false);
        String archive = "jar:" + connection.getJarFileURL() + "!/";
        try (JarFile jar = connection.getJarFile()) {
            List<String> names = jar.stream().map(JarEntry::getName).toList();
            for (String name : names) {
                if (name.startsWith(folder + "/") && !name.endsWith("/")) {
                    found.putIfAbsent(
                            name.substring(folder.length() + 1), new URI(archive + name).toURL());
                }
            }
        }
    }

    private static void inDirectory(URL root, String mark, String folder, Map<String, URL> found)
            throws IOException, URISyntaxException {
        Path top = Path.of(root.toURI());
        for (int i = mark.split("/").length; i > 0; i--) {
            top = top.getParent();
        }
        Path directory = top.resolve(folder);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                found.putIfAbsent(name, file.toUri().toURL());
            }
        }
    }

    public static byte[] read(URL url) {
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw TelegraphException.resource("a file of the class path is read: file=" + url, e);
        }
    }
}
