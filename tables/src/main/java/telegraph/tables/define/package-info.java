/// Carries out what CREATE, ALTER and DROP say of tables: a [Draft] of the new definition, then the
/// rows, which are checked, indexed or written anew, then the catalog.
package telegraph.tables.define;
