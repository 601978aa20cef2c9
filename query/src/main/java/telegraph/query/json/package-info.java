/// JSON as PostgreSQL has it, in its texts: what it has, what is made of it, and what makes it.
///
/// Values of JSON lie in batches as texts ([JsonFunctions] says which); what changes them reads
/// such a text into a [JsonValue] and writes it again.
package telegraph.query.json;
