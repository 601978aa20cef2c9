/// What a source is: a schema, what it can be asked for, and readers that fill batches, or morsels
/// that workers read themselves.
///
/// Whoever brings rows from somewhere implements [telegraph.engine.source.Source]; the rest says
/// what is asked of it and what it may say of its rows: their order, their units, their bounds.
package telegraph.engine.source;
