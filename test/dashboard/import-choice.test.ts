import { expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { choiceBody, OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { takeStep } from "../runs/steps.ts";
import { useDashboard } from "./dashboard.ts";
import { idIn, started, statesOf } from "./import.ts";

const EDITOR = "editor@acme.example";

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", EDITOR, "editor");
const owner = await dashboard.as("owner@acme.example");
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const PAGE = { text: "Fresh", soldOut: "last" };

test("a choice is imported from JSON in two columns, and what is wrong is named by its offer", async () => {
  const wrong = [OFFERS[0], { ...OFFERS[1], products: [{ retailerProductId: "B000000001", quantity: 0 }] }];
  const row = (name: string, offers: string) =>
    `${name},Honey cereal,choice,choose_retailer,${offers},${quoted(PAGE)}`;
  const file = [
    "name,publicName,retailer,intent,offers,page",
    row("Cereal box", quoted(OFFERS)),
    row("Damaged", '"[{"'),
    row("Alone", quoted(OFFERS.slice(0, 1))),
    row("Wrong", quoted(wrong)),
  ].join("\n");
  const { path, message } = await started(dashboard, EDITOR, { file });
  const { results } = await dashboard.service.env.DB.prepare(
    "SELECT problems FROM import_rows WHERE import_id = ?1 ORDER BY row",
  )
    .bind(idIn(path))
    .all<{ problems: string }>();
  expect(
    results.map(({ problems }) => (JSON.parse(problems) as { field: string }[]).map(({ field }) => field)),
  ).toEqual([[], ["offers"], ["offers"], ["offers"]]);
  expect(results[3]?.problems).toContain("shop 2: product 1: quantity");

  const dependencies = dependenciesOf(dashboard.service.env);
  expect(await takeStep(message, dependencies)).toBe("done");
  expect(await statesOf(dashboard, path)).toMatchObject({ made: 1 });
  const id = await dashboard.service.env.DB.prepare(
    "SELECT id FROM links WHERE name = 'Cereal box'",
  ).first<string>("id");
  const link = await dependencies.links.find(id ?? "");
  const { offers, ...body } = choiceBody();
  expect(link && definitionOf(link)).toMatchObject({ ...body, page: PAGE, offers: OFFERS });
  expect(link?.offerDestinations).toHaveLength(4);
});
