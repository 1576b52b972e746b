import { type Path, roundedRect, transformed } from "./path.ts";
import { readSvgPath } from "./svg-path.ts";
import type { Attributes } from "./svg-tags.ts";

/** The outline of a basic shape of SVG; null for an element that is none or malformed. */
export function shapePath(name: string, attributes: Attributes): Path | null {
  const number = (attribute: string, usual = 0): number => {
    const text = attributes[attribute];
    return text === undefined ? usual : Number(text.replace(/px$/, ""));
  };
  const path = pathOf(name, attributes, number);
  // A number that is none, such as one in percent, would be drawn nowhere.
  const isWhole = path?.every((step) => step.slice(1).every((value) => Number.isFinite(value)));
  return path && isWhole ? path : null;
}

function pathOf(
  name: string,
  attributes: Attributes,
  number: (name: string, usual?: number) => number,
): Path | null {
  switch (name) {
    case "path":
      return readSvgPath(attributes.d ?? "");
    case "rect": {
      const radius = number("rx", number("ry"));
      const [width, height] = [number("width"), number("height")];
      return roundedRect(number("x"), number("y"), width, height, Math.min(radius, width / 2, height / 2));
    }
    case "circle":
      return ellipse(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return ellipse(number("cx"), number("cy"), number("rx"), number("ry"));
    case "line":
      return [
        ["M", number("x1"), number("y1")],
        ["L", number("x2"), number("y2")],
      ];
    case "polygon":
      return readSvgPath(`M${attributes.points ?? ""}Z`);
    case "polyline":
      return readSvgPath(`M${attributes.points ?? ""}`);
    default:
      return null;
  }
}

const ellipse = (x: number, y: number, rx: number, ry: number): Path =>
  transformed(roundedRect(-1, -1, 2, 2, 1), [rx, 0, 0, ry, x, y]);
