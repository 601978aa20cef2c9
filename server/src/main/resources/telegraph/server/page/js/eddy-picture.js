/**
 * What the picture of a running query shows, made of its `routes` events.
 *
 * A picture of one eddy block is
 *
 * | of it   | what                                                                               |
 * |---------|------------------------------------------------------------------------------------|
 * | `nodes` | `{id, role, title, input, ...}`; roles: source, lookup, filter, stem, exit          |
 * | `flows` | `{id, from, to, role, rate, total}` between a node and the eddy, `"eddy"`           |
 * | `ways`  | for each input the nodes and flows its rows prefer, in order                        |
 * | `changes` | every change of mind that was told, the oldest first                             |
 *
 * A SteM is one node although building, probing and asking are modules of their own. Events carry
 * totals, so rates are differences of two of them, smoothed; of a query that is over they are
 * averages.
 */
import { about, count, nanos, percent, size } from "./quantities.js";

/** In this time two thirds of an old rate are forgotten. */
const SMOOTH_MILLIS = 600;

/** A source that gave nothing for so long is said to. */
const SILENT_MILLIS = 2500;

/** Changes kept of a block; the server tells the latest of them each time. */
const CHANGES_MAX = 1000;

/** Follows one run. */
export class Watching {
  #blocks = [];

  /**
   * Takes the blocks of an event.
   *
   * @param now when it came, in milliseconds
   * @param over how long the query took, in milliseconds, or 0 while it runs
   */
  take(blocks, now, over) {
    this.#blocks.length = Math.min(this.#blocks.length, blocks.length);
    blocks.forEach((block, b) => {
      this.#blocks[b] ??= { meters: new Map(), changes: new Map() };
      const known = this.#blocks[b];
      for (const module of block.modules) meter(known.meters, module, now, over);
      for (const change of block.changes ?? []) {
        known.changes.set(`${change.millis} ${change.span} ${change.order.join()}`, change);
        if (known.changes.size > CHANGES_MAX) {
          known.changes.delete(known.changes.keys().next().value);
        }
      }
    });
    return blocks.map((block, b) => picture(block, this.#blocks[b], now, over > 0));
  }
}

function meter(meters, module, now, over) {
  const last = meters.get(module.name);
  const totals = { in: module.rowsIn, out: module.rowsOut };
  if (!last) {
    meters.set(module.name, { in: 0, out: 0, totals, at: now, movedAt: now });
  }
  const own = meters.get(module.name);
  if (over > 0) {
    own.in = (totals.in * 1000) / over;
    own.out = (totals.out * 1000) / over;
  } else if (last && now > last.at) {
    const weight = 1 - Math.exp((last.at - now) / SMOOTH_MILLIS);
    for (const side of ["in", "out"]) {
      const rate = (Math.max(0, totals[side] - last.totals[side]) * 1000) / (now - last.at);
      own[side] += weight * (rate - own[side]);
      if (own[side] < 0.05) own[side] = 0;
    }
    if (totals.in !== last.totals.in || totals.out !== last.totals.out) own.movedAt = now;
  }
  own.totals = totals;
  own.at = now;
}

function picture(block, { meters, changes }, now, over) {
  const parts = { nodes: [], flows: [], places: new Map(), meters, now, over };
  const kind = (name) => block.modules.filter((m) => m.kind.toLowerCase() === name);
  const lookups = new Map(kind("lookup").map((m) => [m.input, m]));
  const probes = kind("probe");
  for (const module of kind("source")) {
    const lookup = lookups.get(module.input);
    const has = (name) => probes.some((p) => p.name === `${name} ${module.input}`);
    if (!lookup || (has("probe") && !has("lookup"))) source(parts, module);
    if (lookup) asked(parts, module, lookup);
  }
  for (const module of kind("filter")) filter(parts, module);
  for (const module of kind("build")) {
    stem(parts, module, probes.filter((p) => p.input === module.input));
  }
  for (const module of [...kind("aggregate"), ...kind("output")]) exit(parts, module);
  return {
    nodes: parts.nodes,
    flows: parts.flows,
    ways: (block.ways ?? []).map((way) => wayOf(way, parts)),
    changes: [...changes.values()],
    places: parts.places,
    routed: parts.flows.filter((f) => f.to === "eddy").reduce((sum, f) => sum + f.rate, 0),
    over,
  };
}

function flow(parts, module, side, from, to, role) {
  const rate = parts.meters.get(module.name)[side];
  const id = `${from} > ${to} ${role}`;
  const known = parts.flows.find((f) => f.id === id);
  const total = side === "in" ? module.rowsIn : module.rowsOut;
  if (known) {
    known.rate += rate;
    known.total += total;
  } else {
    parts.flows.push({ id, from, to, role, rate, total });
  }
  return id;
}

/** Where a module of that name is in the picture: its node, and the flows a row takes to it. */
function place(parts, name, node, flows) {
  parts.places.set(name, { node, flows });
}

function source(parts, module) {
  const id = `source ${module.input}`;
  const silent = parts.now - parts.meters.get(module.name).movedAt;
  const isSilent = !parts.over && !module.done && silent > SILENT_MILLIS;
  const stalled =
    module.stalled || (isSilent ? `nothing has come for ${Math.round(silent / 1000)}\u00a0s` : "");
  parts.nodes.push({
    id,
    role: "source",
    title: module.input,
    kind: "source",
    line: `${count(module.rowsOut)} rows${rateOf(parts, module, "out")}`,
    stalled: parts.over ? "" : stalled,
    done: module.done,
    facts: [
      ["rows", count(module.rowsOut)],
      ["pages, files or blocks", count(module.batches)],
      ["requests", count(module.requests)],
      ["rows waiting", count(module.waiting)],
      ["held", size(module.bytes)],
    ],
  });
  place(parts, module.name, id, [flow(parts, module, "out", id, "eddy", "rows")]);
}

function asked(parts, module, lookup) {
  const id = `lookup ${module.input}`;
  parts.nodes.push({
    id,
    role: "lookup",
    title: lookup.name.replace(/^lookup /, ""),
    kind: "lookup",
    line: `${count(lookup.requests)} asked, ${count(lookup.rowsOut)} rows`,
    stalled: parts.over ? "" : lookup.stalled || module.stalled,
    done: lookup.done,
    facts: [
      ["values asked for", count(lookup.rowsIn)],
      ["requests", count(lookup.requests)],
      ["rows found", count(lookup.rowsOut)],
      ["rows a value", lookup.requests ? about(lookup.rowsOut / lookup.requests) : ""],
      ["values waiting", count(lookup.waiting)],
      ["held", size(lookup.bytes)],
    ],
  });
  const to = flow(parts, lookup, "in", "eddy", id, "asked");
  const from = flow(parts, lookup, "out", id, "eddy", "rows");
  place(parts, lookup.name, id, [to, from]);
  if (!parts.places.has(module.name)) place(parts, module.name, id, [from]);
}

function filter(parts, module) {
  const id = module.name;
  const title = module.name.replace(/^filter /, "");
  parts.nodes.push({
    id,
    role: "filter",
    title: shortened(title, module.input),
    whole: title,
    kind: "filter",
    line: `${passed(parts, module)}${each(module)}`,
    stalled: "",
    done: false,
    facts: [["about", module.input], ...chosenFacts(module)],
  });
  place(parts, module.name, id, [
    flow(parts, module, "in", "eddy", id, "in"),
    flow(parts, module, "out", id, "eddy", "rows"),
  ]);
}

/** A filter over one input need not name it. */
function shortened(text, input) {
  return text.replaceAll(`${input}.`, "").replace(/^\((.*)\)$/, "$1");
}

function stem(parts, build, probes) {
  const id = `stem ${build.input}`;
  const rowsIn = probes.reduce((sum, p) => sum + p.rowsIn, 0);
  const rowsOut = probes.reduce((sum, p) => sum + p.rowsOut, 0);
  const time = probes.reduce((sum, p) => sum + p.nanos, 0);
  parts.nodes.push({
    id,
    role: "stem",
    title: build.input,
    kind: "SteM",
    line: `${count(build.rowsOut)} rows, ${size(build.bytes)}`,
    stalled: parts.over ? "" : (probes.find((p) => p.stalled)?.stalled ?? ""),
    done: false,
    facts: [
      ["rows kept", count(build.rowsOut)],
      ["held", size(build.bytes)],
      ["build", build.rowsIn ? `${nanos(build.nanos / build.rowsIn)} a row` : ""],
      ["rows that looked", count(rowsIn)],
      ["matches", count(rowsOut)],
      ["probe", rowsIn ? `${nanos(time / rowsIn)} a row` : ""],
      ["waiting for lookups", count(probes.reduce((sum, p) => sum + p.waiting, 0))],
    ],
  });
  place(parts, build.name, id, [flow(parts, build, "in", "eddy", id, "build")]);
  for (const probe of probes) {
    const flows = [
      flow(parts, probe, "in", "eddy", id, "probe"),
      flow(parts, probe, "out", id, "eddy", "rows"),
    ];
    const lookup = probe.name.startsWith("lookup ") ? `eddy > lookup ${probe.input} asked` : "";
    place(parts, probe.name, id, lookup ? [...flows, lookup] : flows);
  }
}

function exit(parts, module) {
  const id = "exit";
  const groups = module.kind.toLowerCase() === "aggregate";
  parts.nodes.push({
    id,
    role: "exit",
    title: groups ? "aggregate" : "output",
    kind: groups ? "groups" : "to you",
    line: `${count(module.rowsIn)} rows${rateOf(parts, module, "in")}`,
    stalled: "",
    done: false,
    facts: [
      ["rows", count(module.rowsIn)],
      ["time", module.rowsIn ? `${nanos(module.nanos / module.rowsIn)} a row` : ""],
      ["held", size(module.bytes)],
    ],
  });
  place(parts, module.name, id, [flow(parts, module, "in", "eddy", id, "rows")]);
}

function chosenFacts(module) {
  return [
    ["rows in", count(module.rowsIn)],
    ["rows out", count(module.rowsOut)],
    ["pass", module.rowsIn ? percent(module.rowsOut / module.rowsIn) : ""],
    ["time", module.rowsIn ? `${nanos(module.nanos / module.rowsIn)} a row` : ""],
    ["chosen", `${count(module.batches)} times`],
    ["tickets", module.tickets === null ? "" : String(Math.round(module.tickets * 1000) / 1000)],
  ];
}

function rateOf(parts, module, side) {
  const rate = parts.meters.get(module.name)[side];
  return rate >= 0.5 && !parts.over ? `, ${about(rate)}/s` : "";
}

/** What passes lately, or in all. */
function passed(parts, module) {
  const own = parts.meters.get(module.name);
  if (module.rowsIn === 0) return "no rows yet";
  return `pass ${percent(own.in > 1 && !parts.over ? Math.min(1, own.out / own.in) : module.rowsOut / module.rowsIn)}`;
}

function each(module) {
  return module.rowsIn ? `, ${nanos(module.nanos / module.rowsIn)}/row` : "";
}

/** A SteM in which nothing is kept, since nobody will look for it, is not on the way. */
function wayOf(way, { places, meters }) {
  const steps = way.modules
    .filter((name) => !name.startsWith("build ") || meters.get(name)?.totals.in > 0)
    .map((name) => ({ name, ...places.get(name) }))
    .filter((step) => step.node);
  return { input: way.input, steps, flows: new Set(steps.flatMap((s) => s.flows)) };
}

/** What a step is called where its kind is seen. */
export function stepTitle(name) {
  return name.replace(/^(source|filter) /, "");
}

/** Thickness of a line for so many rows a second. */
export function thickness(rate) {
  return rate <= 0 ? 1 : Math.min(13, 1.4 + 1.75 * Math.log10(1 + rate));
}
