import fc from "fast-check";
import type { Json } from "../requests.ts";

/** A change of a valid value: the place and the new value, in the terms of error details. */
export interface Changed {
  value: Json;
  /** As in `products[0].quantity`; empty for the whole value. */
  field: string;
}

/** Values for any place. */
export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    "",
    " ",
    "\0",
    "a\0b",
  ),
  fc.constantFrom<unknown[]>(
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    { length: 1 },
    "null",
    "0",
    "[object Object]",
    "\ud83d",
  ),
  fc.constantFrom(
    "x".repeat(17_000),
    "😀".repeat(300),
    "\u202e\u2066",
    "javascript:alert(1)",
    "//a",
    "https://u:p@a/",
  ),
  fc.constantFrom(
    "' OR 1=1 --",
    "<%= 7*7 %>",
    "../../etc/passwd",
    "%00",
    "\r\nX-Evil: 1",
    "__proto__",
    "2026-02-30",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Every place in a value, the value itself first. */
function placesOf(value: Json, steps: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [steps];
  return [
    steps,
    ...Object.entries(value).flatMap(([name, part]) =>
      placesOf(part, [...steps, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

export const fieldOf = (steps: readonly (string | number)[]): string =>
  steps
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");

function changedAt(
  value: Json,
  steps: readonly (string | number)[],
  change: (parent: Json, last: string | number) => void,
): Json {
  const copy = structuredClone(value);
  const parent = steps.slice(0, -1).reduce((node: Json, step) => node[step], copy);
  change(parent, steps.at(-1) ?? "");
  return copy;
}

/** `value` with one part replaced, removed or added. */
export function changed(value: Json): fc.Arbitrary<Changed> {
  const places = placesOf(value).slice(1);
  if (places.length === 0)
    return HOSTILE.map((hostile) => ({ value: { unknown: hostile }, field: "unknown" }));
  const place = fc.constantFrom(...places);
  const put = fc.tuple(place, HOSTILE).map(([steps, hostile]) => ({
    value: changedAt(value, steps, (parent, last) => {
      parent[last] = hostile;
    }),
    field: fieldOf(steps),
  }));
  const taken = place.map((steps) => ({
    value: changedAt(value, steps, (parent, last) => {
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
    }),
    // A missing element is a problem of its list.
    field: fieldOf(typeof steps.at(-1) === "number" ? steps.slice(0, -1) : steps),
  }));
  const added = fc.tuple(fc.constantFrom([], ...places), HOSTILE).map(([steps, hostile]) => {
    const target = steps.reduce((node: Json, step) => node[step], value);
    const inside =
      typeof target === "object" && target !== null && !Array.isArray(target)
        ? [...steps, "unknown"]
        : ["unknown"];
    return {
      value: changedAt(value, inside, (parent, last) => {
        parent[last] = hostile;
      }),
      field: fieldOf(inside),
    };
  });
  return fc.oneof(
    { weight: 4, arbitrary: put },
    { weight: 1, arbitrary: taken },
    { weight: 1, arbitrary: added },
  );
}
