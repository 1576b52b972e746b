import { describe, expect, test } from "vitest";
import { amountOf } from "../../src/features/delivery-app/hosted-page.ts";

describe("the amount of an item", () => {
  test.each([
    [{ quantity: 6, unit: "each" }, "6"],
    [{ quantity: 6 }, "6"],
    [{ quantity: 1, unit: "tablespoon" }, "1 tablespoon"],
    [{ quantity: 2, unit: "tablespoon" }, "2 tablespoons"],
    [{ quantity: 0.5, unit: "cup" }, "½ cup"],
    [{ quantity: 1.5, unit: "cup" }, "1½ cups"],
    [{ quantity: 1 / 3, unit: "cup" }, "⅓ cup"],
    [{ quantity: 0.66, unit: "cup" }, "⅔ cup"],
    [{ quantity: 2.25, unit: "lb" }, "2¼ lb"],
    [{ quantity: 1000.75, unit: "g" }, "1,000¾ g"],
    [{ quantity: 0.3, unit: "cup" }, "0.3 cup"],
    [{ quantity: 0.2, unit: "cup" }, "0.2 cup"],
    [{ quantity: 2, unit: "bunch" }, "2 bunches"],
    [{ quantity: 3, unit: "lb" }, "3 lb"],
    [{ quantity: 3, unit: "constructor" }, "3 constructor"],
    [{ quantity: 2, unit: "small basket" }, "2 small basket"],
    [{ quantity: 0, unit: "cup" }, ""],
    [
      {
        quantity: 1,
        measurements: [
          { quantity: 250, unit: "g" },
          { quantity: 9, unit: "oz" },
        ],
      },
      "250 g / 9 oz",
    ],
  ])("%j reads %j", (item, text) => {
    expect(amountOf({ name: "Flour", ...item })).toBe(text);
  });
});
