import type { LineItem } from "../retailers/options.ts";

/** The most measurements of an item that a page shows. */
const MAX_MEASUREMENTS = 10;

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/**
 * Units that people count, with their plurals; abbreviations such as "lb" have none. From the delivery app's list of
 * units: https://docs.instacart.com/developer_platform_api/api/units_of_measurement
 */
const PLURALS: Readonly<Record<string, string>> = {
  bag: "bags",
  bottle: "bottles",
  box: "boxes",
  bunch: "bunches",
  can: "cans",
  clove: "cloves",
  cup: "cups",
  ear: "ears",
  gallon: "gallons",
  gram: "grams",
  head: "heads",
  jar: "jars",
  kilogram: "kilograms",
  liter: "liters",
  milliliter: "milliliters",
  ounce: "ounces",
  package: "packages",
  packet: "packets",
  piece: "pieces",
  pint: "pints",
  pound: "pounds",
  quart: "quarts",
  slice: "slices",
  tablespoon: "tablespoons",
  teaspoon: "teaspoons",
};

/**
 * How much of an item is needed, as people write it: "2 tablespoons", "250 g / 9 oz", "6"; empty where nothing is said.
 * Units that are not known are shown as they were sent.
 */
export function amountOf({ quantity, unit, measurements }: LineItem): string {
  return (measurements?.length ? measurements : [{ quantity, unit }])
    .filter((measurement) => measurement.quantity > 0)
    .slice(0, MAX_MEASUREMENTS)
    .map((measurement) =>
      `${numbers.format(measurement.quantity)} ${unitOf(measurement.quantity, measurement.unit)}`.trim(),
    )
    .join(" / ");
}

function unitOf(quantity: number, sent = ""): string {
  const unit = sent.trim();
  // "each" is the delivery app's word for a number of pieces, and says nothing beside the number.
  if (unit.toLowerCase() === "each") return "";
  const plural = Object.hasOwn(PLURALS, unit) ? PLURALS[unit] : undefined;
  return quantity > 1 && plural !== undefined ? plural : unit;
}
