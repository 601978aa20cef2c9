/**
 * Where things stand in the picture of an eddy, and how lines run.
 *
 * ```
 *  wide                                  narrow
 *                filters                 │e├── source
 *  sources  ──►   (eddy)  ──► exit       │d├── filter
 *  lookups  ◄►    SteMs                  │d├── SteM
 *                                        │y├── exit
 * ```
 *
 * A layout is `{width, height, narrow, eddy, boxes, paths}`: boxes by node, paths by flow. Lines are
 * drawn in the direction of their flow.
 */

const NARROW = 620;
const CARD = { w: 164, h: 60 };
const SIDE = { w: 168, least: 128, h: 60 };
const GUTTER = { most: 58, least: 36 };
const GAP = 26;
const ROW_GAP = 24;
const ROW_MAX = 5;

/** How far rows are moved, one to the left and the next to the right, so that lines pass between. */
const MOVED = (CARD.w + GAP) / 4;
const RADIUS = { least: 58, most: 84 };
const ARC = Math.PI * 0.78;

/** From the rim of the eddy to the nearest row of cards. */
const RISE = 46;

export function layout(picture, width) {
  return width < NARROW ? narrow(picture, width) : wide(picture, width);
}

function wide(picture, width) {
  const of = (...roles) => picture.nodes.filter((n) => roles.includes(n.role));
  const left = of("source", "lookup");
  const w = Math.max(width, NARROW);
  const side = { w: Math.max(SIDE.least, Math.min(SIDE.w, w * 0.19)), h: SIDE.h };
  const from = side.w + Math.max(GUTTER.least, Math.min(GUTTER.most, w * 0.06));
  const room = w - 2 * from;
  // Many lines need a long rim.
  const r = Math.max(RADIUS.least, Math.min(RADIUS.most, 34 + 1.4 * picture.flows.length));
  const stacked = left.length * (SIDE.h + 18) - 18;
  // Over and under a short column of sources there is room too.
  const wider = stacked / 2 + 12 < r + RISE ? w - 8 : room;
  const above = rows(of("filter"), wider);
  const below = rows(of("stem"), wider);
  const top = Math.max(above.length ? r + RISE + rowsHeight(above) : 0, r + 16, stacked / 2);
  const eddy = { x: from + room / 2, y: top + 8, r };
  const boxes = new Map();
  left.forEach((node, i) => {
    boxes.set(node.id, { x: 4, y: eddy.y - stacked / 2 + i * (SIDE.h + 18), ...side });
  });
  of("exit").forEach((node) => {
    boxes.set(node.id, { x: w - side.w - 4, y: eddy.y - side.h / 2, ...side });
  });
  stack(above, boxes, eddy, -1);
  stack(below, boxes, eddy, 1);
  const paths = new Map();
  sideways(picture, left, boxes, eddy, paths);
  for (const node of of("exit")) {
    const box = boxes.get(node.id);
    for (const f of picture.flows.filter((f) => f.to === node.id)) {
      paths.set(f.id, `M${eddy.x + eddy.r},${eddy.y} L${box.x - 9},${eddy.y}`);
    }
  }
  around(picture, above, boxes, eddy, -1, paths);
  around(picture, below, boxes, eddy, 1, paths);
  return { width: w, height: bottomOf(boxes, eddy) + 10, narrow: false, eddy, boxes, paths };
}

function bottomOf(boxes, eddy) {
  return [...boxes.values()].reduce((low, b) => Math.max(low, b.y + b.h), eddy.y + eddy.r + 8);
}

/** Nodes in rows of about the same length; rows of the same length are moved against each other. */
function rows(nodes, room) {
  const first = split(nodes, room);
  const moved = first.length > 1 && isEven(first, 1);
  return moved ? split(nodes, room - 2 * MOVED) : first;
}

function split(nodes, room) {
  const fit = Math.max(1, Math.min(ROW_MAX, Math.floor((room + GAP) / (CARD.w + GAP))));
  const count = Math.ceil(nodes.length / fit);
  const each = Math.ceil(nodes.length / Math.max(1, count));
  return Array.from({ length: count }, (_, r) => nodes.slice(r * each, (r + 1) * each));
}

/** Whether the cards of a row stand behind those of the first, and not behind gaps. */
function isEven(of, r) {
  return (of[r].length - of[0].length) % 2 === 0;
}

function rowsHeight(of) {
  return of.length * (CARD.h + ROW_GAP) - ROW_GAP;
}

/** Rows of cards over (-1) or under (1) the eddy. */
function stack(of, boxes, eddy, side) {
  of.forEach((nodes, row) => {
    const all = nodes.length * (CARD.w + GAP) - GAP;
    const moves = of.length > 1 && isEven(of, 1);
    const shift = moves ? (row % 2 === 0 ? -MOVED : MOVED) : 0;
    const distance = eddy.r + RISE + row * (CARD.h + ROW_GAP);
    nodes.forEach((node, i) => {
      boxes.set(node.id, {
        x: eddy.x - all / 2 + i * (CARD.w + GAP) + shift,
        y: side < 0 ? eddy.y - distance - CARD.h : eddy.y + distance,
        ...CARD,
      });
    });
  });
}

/** Lines between the left column and the eddy. */
function sideways(picture, nodes, boxes, eddy, paths) {
  const ends = nodes.flatMap((node) => picture.flows
    .filter((f) => f.from === node.id || f.to === node.id)
    .sort((a, b) => a.role.localeCompare(b.role))
    .map((f, i, all) => ({ f, box: boxes.get(node.id), dy: (i - (all.length - 1) / 2) * 18 })));
  ends.forEach(({ f, box, dy }, i) => {
    const share = ends.length === 1 ? 0.5 : i / (ends.length - 1);
    const angle = Math.PI + (0.5 - share) * Math.min(1.9, 0.35 * (ends.length - 1));
    const p = rim(eddy, angle);
    const e = { x: box.x + box.w, y: box.y + box.h / 2 + dy };
    const bend = Math.max(30, (p.x - e.x) * 0.5);
    const out = { x: p.x + Math.cos(angle) * bend, y: p.y + Math.sin(angle) * bend * 0.5 };
    const incoming = f.to === "eddy";
    const near = { x: e.x + (incoming ? 0 : 9), y: e.y };
    paths.set(f.id, incoming
      ? `M${near.x},${near.y} C${near.x + bend},${near.y} ${out.x},${out.y} ${p.x - 7},${p.y}`
      : `M${p.x},${p.y} C${out.x},${out.y} ${near.x + bend},${near.y} ${near.x},${near.y}`);
  });
}

function rim(eddy, angle) {
  return { x: eddy.x + eddy.r * Math.cos(angle), y: eddy.y + eddy.r * Math.sin(angle) };
}

/** Lines between the eddy and the rows over or under it: spread on its rim in the order of x. */
function around(picture, of, boxes, eddy, side, paths) {
  const ends = of.flat().flatMap((node) => {
    const flows = picture.flows.filter((f) => f.from === node.id || f.to === node.id);
    const order = ["build", "in", "probe", "rows"];
    flows.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
    const box = boxes.get(node.id);
    return flows.map((f, i) => ({
      f,
      box,
      x: box.x + box.w / 2 + (i - (flows.length - 1) / 2) * 26,
    }));
  });
  ends.sort((a, b) => a.x - b.x);
  const near = eddy.y + side * (eddy.r + RISE);
  ends.forEach(({ f, box, x }, i) => {
    const share = ends.length === 1 ? 0.5 : i / (ends.length - 1);
    const spread = Math.min(ARC, 0.3 * (ends.length - 1));
    const angle = side * (Math.PI / 2 - (share - 0.5) * spread);
    const incoming = f.to === "eddy";
    const p = rim({ ...eddy, r: eddy.r + (incoming ? 8 : 0) }, angle);
    const c = { x: eddy.x + (eddy.r + 34) * Math.cos(angle), y: eddy.y + (eddy.r + 34) * Math.sin(angle) };
    const edge = side < 0 ? box.y + box.h : box.y;
    const end = edge - (incoming ? 0 : side * 8);
    const straight = Math.abs(near - edge) > 1 ? near + side * 4 : end;
    const bend = `${c.x},${c.y} ${x},${near - side * 34}`;
    paths.set(f.id, incoming
      ? `M${x},${end} L${x},${straight} C${x},${near - side * 34} ${c.x},${c.y} ${p.x},${p.y}`
      : `M${p.x},${p.y} C${bend} ${x},${straight} L${x},${end}`);
  });
}

/** The eddy as a river at the left, everything else at its side. */
function narrow(picture, width) {
  const order = ["source", "lookup", "filter", "stem", "exit"];
  const nodes = [...picture.nodes].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  const river = 34;
  const x = river + 62;
  const boxes = new Map();
  const paths = new Map();
  let y = 6;
  let last = "";
  for (const node of nodes) {
    if (last && last !== node.role) y += 10;
    last = node.role;
    const box = { x, y, w: Math.max(140, width - x - 4), h: 60 };
    boxes.set(node.id, box);
    const flows = picture.flows.filter((f) => f.from === node.id || f.to === node.id);
    const inOrder = ["build", "in", "asked", "probe", "rows"];
    flows.sort((a, b) => inOrder.indexOf(a.role) - inOrder.indexOf(b.role));
    flows.forEach((f, i) => {
      const at = y + box.h / 2 + (i - (flows.length - 1) / 2) * 18;
      paths.set(f.id, f.to === "eddy"
        ? `M${x},${at} L${river + 12},${at}`
        : `M${river + 4},${at} L${x - 9},${at}`);
    });
    y += box.h + 10;
  }
  const eddy = { x: 4, y: 6, w: river, h: Math.max(60, y - 16) };
  return { width, height: y, narrow: true, eddy, boxes, paths };
}
