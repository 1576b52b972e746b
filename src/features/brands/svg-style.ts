import type { Color } from "../../ground/core/colors.ts";
import { invalidLogo } from "./logo.ts";
import type { SvgElement } from "./svg-elements.ts";

/** Properties of SVG as texts, by their names. */
export type Properties = ReadonlyMap<string, string>;

/** Inherited properties that affect a shape. */
const INHERITED = [
  "fill",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "visibility",
  "color",
];

/** Unsupported properties, and their values without an effect. */
const PLAIN_VALUES: Readonly<Record<string, readonly string[]>> = {
  opacity: ["1"],
  "fill-opacity": ["1"],
  "stroke-opacity": ["1"],
  "stroke-dasharray": ["none"],
  "clip-path": ["none"],
  mask: ["none"],
  filter: ["none"],
  "mix-blend-mode": ["normal"],
  "paint-order": ["normal"],
};

const KNOWN = new Set([...INHERITED, ...Object.keys(PLAIN_VALUES), "display"]);

/** Rules of style sheets by selector: a class such as `.a`, or an element name. */
export type Rules = ReadonlyMap<string, Properties>;

/** The supported properties in a text such as `fill: red; stroke: none`. */
const declarations = (text: string): [name: string, value: string][] =>
  text.split(";").flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(0, colon)).trim();
    return KNOWN.has(name)
      ? [
          [
            name,
            declaration
              .slice(colon + 1)
              .replace("!important", "")
              .trim(),
          ],
        ]
      : [];
  });

const SELECTOR = /^\.?[A-Za-z_][\w-]*$/;

/**
 * Parses the rules of a style sheet with class and element selectors. Throws `validation_failed` for other selectors.
 */
export function readRules(sheets: readonly string[]): Rules {
  const rules = new Map<string, Map<string, string>>();
  for (const rule of withoutComments(sheets.join("\n")).split("}")) {
    if (rule.trim() === "") continue;
    const [selectors = "", body] = rule.split("{");
    const declared = declarations(body ?? "");
    for (const selector of selectors.split(",").map((each) => each.trim())) {
      if (body === undefined || !SELECTOR.test(selector)) {
        throw invalidLogo("has a style sheet that can't be read: export it with presentation attributes");
      }
      const properties = rules.get(selector) ?? new Map<string, string>();
      for (const [name, value] of declared) properties.set(name, value);
      rules.set(selector, properties);
    }
  }
  return rules;
}

const withoutComments = (css: string): string =>
  css
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 2)))
    .join("");

/**
 * The properties of an element inside `around`. Throws `validation_failed` for unsupported properties with an effect,
 * such as opacity.
 */
export function propertiesOf({ name, attributes }: SvgElement, around: Properties, rules: Rules): Properties {
  const own = new Map([...attributes].filter(([property]) => KNOWN.has(property)));
  const classes = (attributes.get("class") ?? "").split(/\s/).filter((each) => each !== "");
  const styles = [
    ...(rules.get(name) ?? []),
    ...classes.flatMap((each) => [...(rules.get(`.${each}`) ?? [])]),
    ...declarations(attributes.get("style") ?? ""),
  ];
  for (const [property, value] of styles) own.set(property, value);
  for (const [property, plain] of Object.entries(PLAIN_VALUES)) {
    const value = own.get(property);
    if (value === undefined || plain.includes(value) || (property.endsWith("opacity") && Number(value) === 1))
      continue;
    throw invalidLogo(`has ${property}, which codes can't show: flatten it, or upload a PNG`);
  }
  const inherited = INHERITED.flatMap((property): [string, string][] => {
    const value = own.get(property);
    const taken = value === undefined || value === "inherit" ? around.get(property) : value;
    return taken === undefined ? [] : [[property, taken]];
  });
  return new Map([...own, ...inherited]);
}

/** Named colors that drawing programs write (https://www.w3.org/TR/css-color-4/#named-colors). */
const NAMED: Readonly<Record<string, Color>> = {
  black: "#000000",
  white: "#ffffff",
  red: "#ff0000",
  green: "#008000",
  lime: "#00ff00",
  blue: "#0000ff",
  yellow: "#ffff00",
  orange: "#ffa500",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  navy: "#000080",
  teal: "#008080",
  maroon: "#800000",
  purple: "#800080",
  gold: "#ffd700",
  pink: "#ffc0cb",
  brown: "#a52a2a",
};

const NUMBER = /^\d{1,3}(\.\d{1,9})?%?$/;

/** Parses an SVG color; null for `none`. Throws `validation_failed` for unsupported values, such as a gradient. */
export function colorOf(text: string, current = "black"): Color | null {
  const value = text.trim().toLowerCase();
  if (value === "none" || value === "transparent") return null;
  if (value === "currentcolor") return current === "currentcolor" ? "#000000" : colorOf(current, "black");
  if (/^#[0-9a-f]{6}$/.test(value)) return value;
  if (/^#[0-9a-f]{3}$/.test(value)) return `#${[...value.slice(1)].map((digit) => digit + digit).join("")}`;
  const channels = value.startsWith("rgb(") && value.endsWith(")") ? value.slice(4, -1).split(",") : [];
  if (channels.length === 3 && channels.every((channel) => NUMBER.test(channel.trim()))) {
    return `#${channels.map(hexOf).join("")}`;
  }
  const named = Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  if (named !== undefined) return named;
  const what = value.startsWith("url(") ? "a gradient or pattern" : "a color that is not known";
  throw invalidLogo(`has ${what}: use plain colors such as #c8102e, or upload a PNG`);
}

function hexOf(channel: string): string {
  const value = Number.parseFloat(channel) * (channel.trim().endsWith("%") ? 2.55 : 1);
  return Math.min(255, Math.round(value)).toString(16).padStart(2, "0");
}
