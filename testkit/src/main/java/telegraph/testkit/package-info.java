/// Test tools that know no product class: seeds, thread counts, leak checks, and a server that
/// misbehaves on demand.
package telegraph.testkit;
