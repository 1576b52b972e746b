import { parseArgs } from "node:util";
import { scaleOf } from "./dollars.ts";
import { allRows } from "./rows.ts";
import { LINK_BYTES, type ScaleTraffic } from "./traffic.ts";

/** The maximum size of a database, in bytes. */
const DATABASE = 10e9;

const DEFAULTS = {
  links: "100000",
  visited: "10000",
  visits: "10000000",
  "per-message": "10",
  "links-per-message": "10",
  projects: "10",
  "in-memory": "0.5",
  years: "5",
  kinds: "modest",
};

export const SCALE_USAGE = `npm run bench -- --scale ${Object.entries(DEFAULTS)
  .map(([name, value]) => `[--${name} ${value}]`)
  .join(" ")}
`;

/** Reads the options, and returns the output. */
export function describeScale(args: readonly string[]): string {
  const options = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, { type: "string" as const, default: value }]),
  );
  const values: Record<string, unknown> = parseArgs({ args: [...args], options }).values;
  const numberOf = (name: keyof typeof DEFAULTS): number => {
    const value = Number(values[name]);
    if (value >= 0) return value;
    throw new RangeError(`--${name} must be a number`);
  };
  const kinds = String(values.kinds);
  if (!isKinds(kinds)) throw new RangeError(`--kinds must be one of ${Object.keys(LINK_BYTES).join(", ")}`);
  return report({
    links: numberOf("links"),
    visited: numberOf("visited"),
    visits: numberOf("visits"),
    perMessage: numberOf("per-message"),
    linksPerMessage: numberOf("links-per-message"),
    projects: numberOf("projects"),
    inMemory: numberOf("in-memory"),
    years: numberOf("years"),
    kinds,
  });
}

const isKinds = (text: string): text is ScaleTraffic["kinds"] => text in LINK_BYTES;
const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

function report(traffic: ScaleTraffic): string {
  const { messages, batch, rows, bytes, dollars } = scaleOf(traffic);
  const sum = Object.values(dollars).reduce((total, each) => total + each, 0);
  const lines: [string, string][] = [
    ["messages a month", whole(messages)],
    ["messages of a batch", batch.toFixed(1)],
    ...Object.entries(rows).map(([name, value]): [string, string] => [`rows written: ${name}`, whole(value)]),
    ["rows written", `${whole(allRows(rows))}, ${(allRows(rows) / traffic.visits).toFixed(2)} a visit`],
    [
      `room after ${traffic.years} years`,
      `${(bytes / 1e9).toFixed(2)} GB: ${Math.ceil(bytes / DATABASE)} databases of 10 GB`,
    ],
    ...Object.entries(dollars).map(([name, value]): [string, string] => [`$ for ${name}`, value.toFixed(2)]),
    ["$ a month", sum.toFixed(2)],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return `${lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")}\n`;
}
