/**
 * What can be declared as a source, and what each kind needs to be told. Options are those of
 * docs/http-sources.md and docs/files.md.
 *
 * A field is `{name, label, hint, place, choices, needed, long}`; its name is the option's.
 */

export const TYPES = [
  "TEXT", "INTEGER", "BIGINT", "DOUBLE", "DECIMAL(18, 2)", "BOOLEAN", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE",
];

/** How a column is used: what SQL says, and what that means. */
export const USES = [
  ["", "comes back"],
  ["REQUIRED", "must be given"],
  ["OPTIONAL", "may be given"],
];

const PAGING = {
  title: "More than one page",
  fields: [
    { name: "paging", label: "Pages by", choices: ["", "none", "page", "offset", "cursor", "link", "next"], hint: "guessed from {page}, {offset} or {cursor} in the address" },
    { name: "page_count", label: "Where it says how many pages", place: "$.pages", hint: "lets pages be read at once, and be a sample" },
    { name: "total", label: "Where it says how many rows", place: "$.total" },
    { name: "page_size", label: "Rows on a page", place: "100" },
    { name: "page_first", label: "First page", place: "1" },
    { name: "next_cursor", label: "Where the next cursor is", place: "$.next" },
    { name: "next_link", label: "Where the next link is", place: "$.next" },
    { name: "pages_max", label: "Stop with an error after", place: "100000" },
  ],
};

const ACCESS = {
  title: "Access",
  fields: [
    { name: "token", label: "Token", place: "secret:NAME", hint: "sent as Authorization: Bearer; the secret itself is the setting secret.NAME of the server" },
    { name: "header.Accept", label: "Header Accept", place: "application/json" },
    { name: "method", label: "Method", choices: ["", "GET", "POST"] },
    { name: "body", label: "Body of a POST", place: '{"name": "{name}"}', long: true },
  ],
};

const MANNERS = {
  title: "Manners and mishaps",
  fields: [
    { name: "max_concurrent", label: "Requests at once", place: "8" },
    { name: "requests_per_second", label: "Requests a second", place: "no limit" },
    { name: "requests_max", label: "Requests of one query", place: "no limit" },
    { name: "price", label: "Price of a request", place: "0.002 USD" },
    { name: "timeout", label: "Time for one request", place: "30s" },
    { name: "retries", label: "Sent again", place: "3" },
    { name: "on_error", label: "A failed request", choices: ["", "fail", "skip", "null"], hint: "fail: ends the query; skip: its rows are missing and counted" },
    { name: "on_empty", label: "A first page without rows", choices: ["", "error", "empty"] },
    { name: "cache_ttl", label: "An answer is used again for", place: "1h" },
    { name: "nulls", label: "Texts that mean NULL", place: "n/a, -" },
    { name: "order", label: "Order of rows", choices: ["", "unknown", "arbitrary", "sorted"], hint: "arbitrary: it has nothing to do with the values" },
    { name: "bounds", label: "Bounds of values", place: "delay: -100..3000" },
  ],
};

export const KINDS = [
  {
    id: "file",
    title: "A file",
    text: "CSV, JSON or Parquet on the server's disk, or at an address; columns are found in it",
    options: { connector: "file" },
    columns: false,
    fields: [
      { name: "path", label: "Path, pattern or address", place: "data/*.csv  or  https://…/flights.parquet", needed: true },
      { name: "format", label: "Format", choices: ["", "csv", "json", "parquet"], hint: "told from the name and the content" },
    ],
    groups: [
      {
        title: "How it is written",
        fields: [
          { name: "delim", label: "Between fields (CSV)", place: "found out" },
          { name: "header", label: "First row has names (CSV)", choices: ["", "true", "false"] },
          { name: "nullstr", label: "Text that means NULL (CSV)", place: "n/a" },
          { name: "skip", label: "Lines to leave out at the top (CSV)", place: "0" },
          { name: "encoding", label: "Encoding", place: "utf-8" },
          { name: "types", label: "Types of some columns", place: '{"zip":"TEXT"}' },
          { name: "rows", label: "Where the rows are (JSON)", place: "$.data.items" },
          { name: "dateformat", label: "Dates", place: "%d.%m.%Y" },
          { name: "ignore_errors", label: "Leave out rows that do not fit", choices: ["", "true", "false"] },
          { name: "union_by_name", label: "Match the files of a pattern by name", choices: ["", "true", "false"] },
          { name: "filename", label: "A column with the file's name", choices: ["", "true", "false"] },
        ],
      },
    ],
  },
  {
    id: "api",
    title: "An API",
    text: "Answers in JSON (or CSV), perhaps in pages; columns are members of its rows",
    options: { connector: "http" },
    columns: true,
    path: "$.member",
    fields: [
      { name: "url", label: "Address", place: "https://…/flights?page={page}&carrier={carrier}", needed: true, hint: "{column} stands for a value that is given, {page}, {offset}, {cursor}, {limit} for where to go on" },
      { name: "format", label: "Format", choices: ["json", "csv"], preset: "json" },
      { name: "rows", label: "Where the rows are", place: "$.results", hint: "JSONPath of an array; without it the whole answer" },
    ],
    groups: [PAGING, ACCESS, MANNERS],
  },
  {
    id: "page",
    title: "A web page or form",
    text: "A table or list in HTML; a form is asked once for each value",
    options: { connector: "http", format: "html" },
    columns: true,
    path: "td.name a@href",
    fields: [
      { name: "url", label: "Address", place: "https://…/search?tailnum={tailnum}", needed: true, hint: "of what the form asks: {column} stands for a value that is given" },
      { name: "rows", label: "What a row is", place: "table.results tr", hint: "CSS selector; without it every tr" },
      { name: "method", label: "Method", choices: ["", "GET", "POST"] },
      { name: "form.FIELD", label: "Fields of the form", place: "name={tailnum}, kind=plane", hint: "NAME=VALUE, separated by commas" , pairs: "form." },
    ],
    groups: [PAGING, ACCESS, MANNERS],
  },
];
