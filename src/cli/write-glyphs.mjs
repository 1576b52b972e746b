// Writes `src/drawing/glyphs.ts`: the outlines of Inter SemiBold and, for the texts of frames, of Noto Sans. Fonts and reader are
// not dependencies of the project:
//   npm i --no-save fontkit@2 @fontsource/inter@5 @fontsource/noto-sans-jp@5 @fontsource/noto-sans-sc@5
//   node src/cli/write-glyphs.mjs
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

const [WEIGHT, UNITS] = [600, 500];
/** How far, in units, a curve may be from the curves that it replaces. */
const TOLERANCE = 0.4;
/** The minimum kerning of two letters, in units. */
const MIN_KERNING = 13;

const KERNING_ALONE = { kern: true, liga: false, calt: false, ccmp: false };

const RARE = new Set("\u00ad¤¦¨¬¯´¶¸ªº¹²³ĸŉſ^`~|\\{}");
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
const LETTERS = [
  ...range(0x21, 0x7e),
  ...range(0xa1, 0xff),
  ...range(0x100, 0x17f),
  ..."ȘșȚțẞ–—‘’‚“”„•…‹›€™",
].filter((character) => !RARE.has(character));
const FRAME_TEXTS = { "noto-sans-jp": "スキャンしてね", "noto-sans-sc": "扫一" };

const require = createRequire(import.meta.url);

/** The parts of a font; together they have all of its letters. */
function partsOf(name) {
  const folder = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), "files");
  const files = readdirSync(folder).filter((file) => file.endsWith(`-${WEIGHT}-normal.woff`));
  // Some parts have tables that no reader supports.
  return files.map((file) => fontkit.create(readFileSync(join(folder, file)))).filter(({ cmap }) => cmap);
}

const points = ({ args }) => args.flatMap((x, at) => (at % 2 === 0 ? [[x, args[at + 1]]] : []));
const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const direction = (a, b) => Math.atan2(b[1] - a[1], b[0] - a[0]);
const turn = (a, b) => Math.abs(Math.atan2(Math.sin(b - a), Math.cos(b - a)));
const quadAt = ([a, b, c], t) =>
  [0, 1].map((i) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * b[i] + t * t * c[i]);
const cubicAt = ([a, b, c, d], t) => {
  const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return [0, 1].map((i) => p * a[i] + q * b[i] + r * c[i] + s * d[i]);
};

/** One cubic curve for several quadratic curves in the same direction; null if no curve is near enough. */
function joined(quads) {
  const [start, end] = [quads[0][0], quads.at(-1)[2]];
  const [from, to] = [direction(start, quads[0][1]), direction(quads.at(-1)[1], end)];
  if (turn(from, to) > 1.8) return null;
  const seen = quads.flatMap((quad) => [0, 0.25, 0.5, 0.75].map((t) => quadAt(quad, t))).concat([end]);
  const [u, v] = [from, to].map((angle) => [Math.cos(angle), Math.sin(angle)]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const along = seen.map((_, at) =>
    seen.slice(0, at).reduce((sum, each, index) => sum + near(each, seen[index + 1]), 0),
  );
  const places = along.map((length) => length / along.at(-1));
  // The length of its handles: least squares, after Schneider, Graphics Gems, 1990.
  let [aa, ab, bb, ax, bx] = [0, 0, 0, 0, 0];
  for (const [index, t] of places.entries()) {
    const [one, two] = [3 * t * (1 - t) ** 2, 3 * t * t * (1 - t)];
    const [first, last] = [(1 - t) ** 3 + one, two + t ** 3];
    const left = [0, 1].map((i) => seen[index][i] - first * start[i] - last * end[i]);
    const [a, b] = [u.map((each) => each * one), v.map((each) => -each * two)];
    aa += dot(a, a);
    ab += dot(a, b);
    bb += dot(b, b);
    ax += dot(a, left);
    bx += dot(b, left);
  }
  const whole = aa * bb - ab * ab;
  const [a, b] = [(ax * bb - bx * ab) / whole, (aa * bx - ab * ax) / whole];
  if (!(a > 0 && b > 0)) return null;
  const curve = [
    start,
    [start[0] + a * u[0], start[1] + a * u[1]],
    [end[0] - b * v[0], end[1] - b * v[1]],
    end,
  ];
  const drawn = Array.from({ length: 41 }, (_, at) => cubicAt(curve, at / 40));
  const off = (point) => Math.min(...drawn.slice(1).map((next, at) => toLine(point, drawn[at], next)));
  return seen.every((point) => off(point) <= TOLERANCE) ? curve : null;
}

function toLine(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  return near(p, [a[0] + t * dx, a[1] + t * dy]);
}

/** A number as `text.ts` reads it: one character up to 44 in each direction, else a mark and two. */
const PRINTED = [...Array(94).keys()].map((at) => String.fromCharCode(33 + at));
const ALPHABET = PRINTED.filter((each) => !"`$\\~".includes(each));
const numberText = (number) => {
  if (Math.abs(number) <= 44) return ALPHABET[number + 44];
  return `~${ALPHABET[Math.floor((number + 4000) / 90)]}${ALPHABET[(number + 4000) % 90]}`;
};

/** The outlines of a glyph as relative steps, with the y axis down: the letter of each as in SVG, then its numbers. */
function dataOf(glyph, scale) {
  let data = "";
  let [pen, at, start, quads] = [[0, 0], [0, 0], [0, 0], []];
  const write = (command, list) => {
    const numbers = [];
    for (const point of list) numbers.push(Math.round(point[0]) - pen[0], Math.round(point[1]) - pen[1]);
    const end = list.at(-1).map(Math.round);
    let [name, shown] = [command, numbers];
    if (command === "l" && numbers[0] === 0 && numbers[1] === 0) return;
    if (command === "l" && numbers[1] === 0) [name, shown] = ["h", [numbers[0]]];
    else if (command === "l" && numbers[0] === 0) [name, shown] = ["v", [numbers[1]]];
    data += name + shown.map(numberText).join("");
    pen = end;
  };
  const flush = () => {
    while (quads.length > 0) {
      let count = quads.length;
      let curve = null;
      for (; count > 0 && !curve; count--) curve = joined(quads.slice(0, count));
      count++;
      if (!curve) {
        const [[a, b, c]] = quads;
        curve = [
          a,
          [0, 1].map((i) => a[i] + (2 / 3) * (b[i] - a[i])),
          [0, 1].map((i) => c[i] + (2 / 3) * (b[i] - c[i])),
          c,
        ];
        count = 1;
      }
      write("c", curve.slice(1));
      quads = quads.slice(count);
    }
  };
  for (const command of glyph.path.commands) {
    const list = points(command).map(([x, y]) => [x * scale, -y * scale]);
    if (command.command === "quadraticCurveTo") {
      const last = quads.at(-1);
      if (last && turn(direction(last[1], last[2]), direction(at, list[0])) > 0.04) flush();
      if (near(at, list[1]) > 0) quads.push([at, ...list]);
      at = list[1];
      continue;
    }
    flush();
    if (command.command === "closePath") {
      data += "z";
      at = start;
      pen = start.map(Math.round);
      continue;
    }
    if (command.command === "bezierCurveTo") write("c", list);
    else write(command.command === "moveTo" ? "m" : "l", list);
    at = list.at(-1);
    if (command.command === "moveTo") start = at;
  }
  return data;
}

/** Each glyph once: its own outlines, or its components with their positions. */
const [shapes, lines] = [new Map(), []];
const nameOf = (data, wanted) => shapes.set(data, shapes.get(data) ?? wanted).get(data);

function add(character, font) {
  const scale = UNITS / font.unitsPerEm;
  const glyph = font.glyphForCodePoint(character.codePointAt(0));
  const { components } = glyph._decode?.() ?? {};
  const width = Math.round(glyph.advanceWidth * scale);
  const isMoved = ({ scaleX, scaleY, scale01, scale10 }) =>
    scaleX === 1 && scaleY === 1 && !scale01 && !scale10;
  if (!components?.every(isMoved)) {
    const data = dataOf(glyph, scale);
    const known = nameOf(data, character);
    lines.push(known === character ? [character, width, data] : [character, width, `=${known}0,0`]);
    return;
  }
  const parts = components.map(({ glyphID, dx, dy }) => {
    const part = font.getGlyph(glyphID);
    const data = dataOf(part, scale);
    const base = part.codePoints[0] === undefined ? "" : String.fromCodePoint(part.codePoints[0]);
    const wanted = base !== "" && LETTERS.includes(base) ? base : String.fromCodePoint(0xe000 + shapes.size);
    const name = nameOf(data, wanted);
    if (name === wanted && !lines.some(([known]) => known === name) && !LETTERS.includes(name))
      lines.push([name, 0, data]);
    const [x, y] = [Math.round(dx * scale), Math.round(-dy * scale)];
    return `${name}${x},${y}`;
  });
  lines.push([character, width, `=${parts.join(" ")}`]);
}

const inter = partsOf("inter");
const has = (character) => (font) => font.hasGlyphForCodePoint(character.codePointAt(0));
for (const character of LETTERS) {
  const font = inter.find(has(character));
  if (font) add(character, font);
}
for (const [name, characters] of Object.entries(FRAME_TEXTS)) {
  const fonts = partsOf(name);
  for (const character of characters) {
    const font = fonts.find(has(character));
    if (!font) throw new Error(`${name} lacks ${character}`);
    add(character, font);
  }
}

/** For each letter, the kerning of the letters after it. */
const kerned = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...".,-’"];
const latin = inter.find((font) => kerned.every((character) => has(character)(font)));
const kerning = kerned.flatMap((left) => {
  const groups = new Map();
  const { advanceWidth } = latin.glyphForCodePoint(left.codePointAt(0));
  for (const right of kerned) {
    const { glyphs, positions } = latin.layout(left + right, KERNING_ALONE);
    const by = Math.round(((positions[0].xAdvance - advanceWidth) * UNITS) / latin.unitsPerEm / 2) * 2;
    if (glyphs.length === 2 && Math.abs(by) >= MIN_KERNING) groups.set(by, (groups.get(by) ?? "") + right);
  }
  const pairs = Array.from(groups, ([by, rights]) => `${by} ${rights}`);
  return pairs.length === 0 ? [] : [`${left} ${pairs.join(" ")}`];
});

const escaped = (text) => text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
const capital = Math.round((latin.capHeight * UNITS) / latin.unitsPerEm);
const packed = [];
for (const line of lines.map((parts) => parts.join(" "))) {
  if ((packed.at(-1) ?? line).length + line.length < 240)
    packed.push(`${packed.pop() ?? ""}\t${line}`.trim());
  else packed.push(line);
}
writeFileSync(
  join(import.meta.dirname, "../drawing/glyphs.ts"),
  `// Written by src/cli/write-glyphs.mjs from Inter (https://github.com/rsms/inter) and Noto Sans (https://github.com/notofonts),
// both under the SIL Open Font License 1.1: OFL.txt. Not edited by hand.

/** Height of capitals, where ${UNITS} units are the size of the type. */
export const CAPITAL = ${capital};

/**
 * Each glyph as its character, its width and its outlines from the baseline on, or the glyphs that it is put together from,
 * each with its place.
 */
export const GLYPHS = \`
${escaped(packed.join("\n"))}\`;

/** Each letter, then by how much which letters after it are moved. */
export const KERNING = \`
${escaped(kerning.join("\n"))}\`;
`,
);
