/// The outside world as sources: files, HTTP APIs, HTML forms and tables.
///
/// This package is the door of the module; each subpackage is one kind of source.
package telegraph.sources;
