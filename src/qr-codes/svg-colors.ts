import type { Color } from "../core/colors.ts";

/** Names of colours that drawing programs write for plain ones (https://www.w3.org/TR/css-color-4/#named-colors). */
const NAMES: Readonly<Record<string, Color>> = {
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
  currentcolor: "#000000",
};

/** A colour as SVG names it; null for none, undefined for what we do not know, such as a gradient. */
export function colorOf(text: string): Color | null | undefined {
  const value = text.trim().toLowerCase();
  if (value === "none" || value === "transparent") return null;
  if (/^#[0-9a-f]{6}$/.test(value)) return value;
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value) ?? [];
  if (r !== undefined && g !== undefined && b !== undefined) return `#${r}${r}${g}${g}${b}${b}`;
  const [, ...channels] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value) ?? [];
  if (channels.length === 3) {
    return `#${channels.map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, "0")).join("")}`;
  }
  return NAMES[value];
}
