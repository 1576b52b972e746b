import { describe, expect, test } from "vitest";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { OFFER_VARIANTS, VARIANTS, variantKey } from "../../src/features/retailers/variants.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { pattern } from "../../src/surfaces/dashboard/labels/form-labels.ts";
import { SECTIONS } from "../../src/surfaces/dashboard/labels/form-sections.ts";
import { bodyOf } from "../../src/surfaces/dashboard/link-form/form-body.ts";
import { explained, namesOf } from "../../src/surfaces/dashboard/link-form/form-problems.ts";
import { type FormShape, formShape, shapeOfRow } from "../../src/surfaces/dashboard/link-form/form-shape.ts";
import {
  addRow,
  EMPTY,
  type FormState,
  readState,
  removeRow,
  stateOf,
  withNeededRows,
  withoutBlankRows,
} from "../../src/surfaces/dashboard/link-form/form-state.ts";
import { linkBody } from "../bodies.ts";
import { entriesOf } from "./form-entries.ts";
import { bareBody, richBody, strangeBody } from "./link-bodies.ts";

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A definition as the API stores it. */
const stored = (body: object): Record<string, unknown> =>
  json(parseDefinition(body)) as Record<string, unknown>;

/** The state as it comes back from a browser: line breaks become CR LF, and controls of one line have none. */
function sentBack(shape: FormShape, state: FormState, change: (entries: URLSearchParams) => void = () => {}) {
  const multiline = (name: string) => {
    const field = fieldsBelow(shape).get(pattern(name));
    return field === "lines" || field === "json" || field === "multiline";
  };
  const entries = new URLSearchParams(
    entriesOf(state).map(([name, text]): [string, string] => [
      name,
      multiline(name) ? text.replace(/\r\n?|\n/g, "\r\n") : text.replace(/[\r\n]/g, ""),
    ]),
  );
  change(entries);
  return readState(shape, entries);
}

/** The kinds of all controls by the pattern of their names. */
function fieldsBelow(shape: FormShape, prefix = ""): Map<string, string> {
  return new Map(
    shape.fields.flatMap((field): [string, string][] => {
      const name = `${prefix}${field.path}`;
      // An offer has the fields of its variant.
      const items = field.kind === "rows" && field.offers ? OFFER_VARIANTS : [{}];
      if (field.kind === "rows") {
        const below = items.flatMap((item) => {
          const shapeOfItem = shapeOfRow(field, (path) => new Map(Object.entries(item)).get(path));
          return [...fieldsBelow(shapeOfItem, `${name}[].`)];
        });
        return [[name, "rows"], ...below];
      }
      if (field.kind === "hidden") return [];
      return [[name, field.kind === "text" && field.multiline ? "multiline" : field.kind]];
    }),
  );
}

describe.each(VARIANTS.map((variant) => [variantKey(variant), variant] as const))("%s", (key, variant) => {
  const shape = formShape(variant);
  const bodies = {
    small: linkBody(key),
    bare: bareBody(key),
    rich: richBody(key),
    strange: strangeBody(key),
  };

  test.each(Object.entries(bodies))(
    "a %s definition is unchanged after a round trip through its form",
    (_, body) => {
      const definition = stored(body);
      const state = sentBack(shape, stateOf(shape, definition));
      const { body: back, problems } = bodyOf(shape, withoutBlankRows(state), definition);
      expect(problems).toEqual([]);
      expect(back).toEqual(definition);
      expect(stored(back)).toEqual(definition);
    },
  );

  test.each(["small", "bare", "rich"] as const)("a %s body can be typed into an empty form", (name) => {
    const definition = stored(bodies[name]);
    const state = sentBack(shape, stateOf(shape, definition));
    const original = { retailer: variant.retailer, intent: variant.intent };
    expect(stored(bodyOf(shape, state, original).body)).toEqual(definition);
  });

  test("a change leaves everything else unchanged, even what a control can't show", () => {
    const definition = stored(bodies.strange);
    const state = sentBack(shape, stateOf(shape, definition), (entries) => entries.set("name", "Another"));
    expect(bodyOf(shape, withoutBlankRows(state), definition).body).toEqual({
      ...definition,
      name: "Another",
    });
  });

  test("every field has a label and can show a problem", () => {
    const names = [...fieldsBelow(shape).keys()];
    const labels = SECTIONS.flatMap((section) => Object.keys(section.labels));
    // The fields of an offer are labeled like those of a link.
    const known = (name: string) =>
      labels.includes(name) || labels.includes(name.replace(/^offers\[\]\./, ""));
    expect(names.filter((name) => !known(name))).toEqual([]);
    expect(names).toContain("projectId");
  });

  test("an empty form has its problems at the fields that are required", () => {
    const original = { retailer: variant.retailer, intent: variant.intent };
    const state = withNeededRows(EMPTY, shape);
    const { body } = bodyOf(shape, withoutBlankRows(state), original);
    const required = shape.fields.filter((field) => field.required).map(({ path }) => path);
    try {
      parseDefinition(body);
      expect.unreachable();
    } catch (error) {
      const { details = [] } = explained(error, namesOf(shape, state)) as ServiceError;
      expect(details.map(({ field }) => field).sort()).toEqual([...required].sort());
    }
  });
});

test("every label belongs to a field", () => {
  const names = new Set(VARIANTS.flatMap((variant) => [...fieldsBelow(formShape(variant)).keys()]));
  const labels = SECTIONS.flatMap((section) => Object.keys(section.labels));
  expect(labels.filter((name) => !names.has(name))).toEqual([]);
});

describe("rows", () => {
  const variant = VARIANTS[4];
  const shape = formShape(variant);
  const LIST = "options.delivery_app.recipe.ingredients";
  const definition = stored(strangeBody("delivery_app recipe"));
  const ingredients = (state: FormState) =>
    (bodyOf(shape, withoutBlankRows(state), definition).body as ReturnType<typeof strangeBody>).options
      .delivery_app.recipe.ingredients;
  const before = ingredients(stateOf(shape, definition));

  test("removing a row leaves the others unchanged", () => {
    expect(before.length).toBeGreaterThan(1);
    const state = sentBack(shape, removeRow(stateOf(shape, definition), `${LIST}[0]`));
    expect(ingredients(state)).toEqual(before.slice(1));
  });

  test("a blank row is ignored", () => {
    const state = addRow(addRow(stateOf(shape, definition), LIST), `${LIST}[0].measurements`);
    expect(namesOf(shape, state)).toContain(`${LIST}[${before.length}].name`);
    expect(ingredients(sentBack(shape, state))).toEqual(before);
  });

  test("a new row between others stays there", () => {
    const state = sentBack(
      shape,
      addRow(stateOf(shape, definition), `${LIST}[0].measurements`),
      (entries) => {
        const index = before[0]?.measurements?.length ?? 0;
        entries.set(`${LIST}[0].measurements[${index}].quantity`, "2.5");
      },
    );
    expect(ingredients(state)[0]?.measurements?.at(-1)).toEqual({ quantity: 2.5, unit: "" });
  });

  test("changing other lines leaves texts of several lines unchanged", () => {
    const name = "options.delivery_app.recipe.instructions";
    const state = sentBack(shape, stateOf(shape, definition), (entries) => {
      entries.set(name, `${entries.get(name)}\r\n  Serve.  \r\n\r\n`);
    });
    const { instructions } = (bodyOf(shape, state, definition).body as ReturnType<typeof strangeBody>).options
      .delivery_app.recipe;
    expect(instructions).toEqual([
      ...(strangeBody("delivery_app recipe").options.delivery_app.recipe.instructions ?? []),
      "Serve.",
    ]);
  });
});

describe("problems", () => {
  const shape = formShape(VARIANTS[0]);
  const names = namesOf(shape, addRow(EMPTY, "products"));
  const at = (field: string) =>
    (
      explained(new ServiceError("validation_failed", "", { details: [{ field, message: "is wrong" }] }), [
        ...names,
        "products",
        "products[0].quantity",
      ]) as ServiceError
    ).details?.[0];

  test("are shown at their control, with the line or the part", () => {
    expect(at("products[0].quantity")).toEqual({ field: "products[0].quantity", message: "is wrong" });
    expect(at("tracking.tags[3]")).toEqual({ field: "tracking.tags", message: "tag 4 is wrong" });
    expect(at("metadata.season.name")).toEqual({ field: "metadata", message: "season.name is wrong" });
    expect(at("nothing.known")).toEqual({ field: "nothing.known", message: "is wrong" });
  });

  test("invalid JSON, numbers and choices are reported, not guessed", () => {
    const texts = new Map([
      ["metadata", "{season"],
      ["tracking.linkValue", "1,5"],
      ["options.bigbox_w.allowPdp", "perhaps"],
    ]);
    const { body, problems } = bodyOf(shape, { texts, rows: new Map() });
    expect(problems).toEqual([{ field: "metadata", message: 'must be JSON, such as {"season": "spring"}' }]);
    expect(body).toEqual({
      tracking: { linkValue: "1,5" },
      options: { bigbox_w: { allowPdp: "perhaps" } },
    });
  });
});
