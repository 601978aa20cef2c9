/**
 * Puts the page together.
 *
 * ```
 *   api, stream ──> run ──> state ──> answer, chart, eddy, progress, status
 *                    ^        ^  └──> queries, catalog, history
 *        editor, keys, share  └─ theme, tabs
 * ```
 *
 * Each module exports `mount(element, state)`: it draws itself into the element, watches what it
 * needs of the state, and asks for things by `state.actions`:
 *
 * | action                        | does                                                               |
 * |-------------------------------|--------------------------------------------------------------------|
 * | `run(text, before)`           | carries out a statement, and shows what comes; `before` is blanks  |
 * |                               | that put it where it stands in a script, so that messages say that |
 * | `stop()`                      | ends what runs and keeps what has come                             |
 * | `follow(id)`                  | shows a statement that runs, or ran, elsewhere                      |
 * | `insert(text)`                | puts text where the cursor is                                      |
 * | `edit(text)`                  | puts text in place of all that is in the editor                    |
 * | `suggest(text)`               | the same, if nobody has written anything                           |
 * | `show(tab)`                   | opens "answer", "chart", "eddy" or "sources"                       |
 * | `showSide(tab)`               | opens "catalog", "queries" or "history", or none with ""           |
 * | `declare()`                   | opens the form that declares a source                              |
 * | `confirm({title, text, act})` | asks first; resolves to whether it may; `act` is the button's word |
 * | `refreshCatalog()`            | reads the catalog again                                            |
 * | `say(text)`                   | tells those who do not see                                         |
 */
import { newState } from "./state.js";
import * as answer from "./answer.js";
import * as catalog from "./catalog.js";
import * as catalogReader from "./catalog-reader.js";
import * as chart from "./chart.js";
import * as declare from "./declare.js";
import * as dialogs from "./dialogs.js";
import * as eddy from "./eddy.js";
import * as editor from "./editor.js";
import * as history from "./history.js";
import * as keys from "./keys.js";
import * as progress from "./progress.js";
import * as queries from "./queries.js";
import * as run from "./run.js";
import * as share from "./share.js";
import * as status from "./status.js";
import * as tabs from "./tabs.js";
import * as theme from "./theme.js";
import * as tools from "./tools.js";

const state = newState();
const place = (id) => document.getElementById(id);

state.actions.declare = () => declare.open(place("declare"), state);
dialogs.mount(place("dialog"), state);
theme.mount(place("theme"), state);
tabs.mount(document.body, state);
catalogReader.mount(state);
history.mount(place("history"), state);
run.mount(state);
editor.mount(place("editor"), state);
tools.mount(place("tools"), state);
status.mount(place("status"), state);
answer.mount(place("answer"), state);
chart.mount(place("chart"), state);
eddy.mount(place("eddy"), state);
progress.mount(place("sources"), state);
catalog.mount(place("catalog"), state);
queries.mount(place("queries"), state);
keys.mount(place("keys"), state);
share.mount(state);
