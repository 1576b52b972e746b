// @module-tag all
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { pageForms } from "../dashboard/html-form.ts";
import { rowsIn } from "../database-rows.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { furnished, written } from "./furnished.ts";
import { encodedHostile, expectResponse, MARK } from "./pages.ts";
import { addressesOf, addressOf, isOf, routesOf } from "./routes.ts";

const { dashboard, owner, there, elsewhere } = await furnished();
const { origin } = dashboard.service.url;
const SCREENS = routesOf("GET");
const people = { owner, viewer: await dashboard.as("viewer@acme.example") };
const who = fc.constantFrom<("owner" | "viewer")[]>("owner", "owner", "viewer");

/** Parameters that only scripts, redirects and later pages of a list use. */
const RARE = "after cursor page q table code codes list width".split(" ");
const SHOWN = {
  done: ["switch_off", "added"],
  count: ["2"],
  failed: [`${there.link?.[0]} not_found`],
};

/** Parameters in pages: by route, their names with the found values. */
const known = new Map<string, Map<string, Set<string>>>(SCREENS.map((route) => [route, new Map()]));

function note(address: string, from: string, entries: readonly (readonly [string, string])[]): void {
  const { pathname } = new URL(address, origin + from);
  const names = known.get(SCREENS.find((route) => isOf(route, pathname)) ?? "");
  for (const [name, value] of entries) names?.set(name, (names.get(name) ?? new Set()).add(value));
}

/** Opens a page, and collects the requests of its links and forms. */
async function explore(path: string): Promise<void> {
  const answer = await owner.open(path);
  expectResponse(answer);
  for (const [, written = ""] of answer.text.matchAll(/(?:href|src|data-\w+)="([^"]*\?[^"]*)"/g)) {
    const href = written.replaceAll("&amp;", "&");
    note(href, path, [...new URL(href, origin + path).searchParams]);
  }
  for (const form of pageForms(answer.text)) {
    const asking = form.buttons.filter(({ method }) => method === "get").map(({ action }) => action ?? "");
    for (const address of form.method === "get" ? [form.action] : asking)
      note(address, path, [...form.entries, ...form.others]);
  }
}

let before = "";
beforeAll(async () => {
  for (const index of [0, 1])
    for (const route of SCREENS) {
      const path = addressOf(route, (name) => there[name]?.at(index) ?? there[name]?.[0] ?? "x");
      // The second time with the found values, because some pages have forms only for selected objects.
      const chosen = [...(known.get(route) ?? [])].map(([name, [value = ""]]) => [name, value]);
      await explore(index === 0 ? path : `${path}?${new URLSearchParams(chosen)}`);
    }
  before = JSON.stringify(written(await rowsIn(dashboard.service.env.DB)));
});

test("screens and their parameters are known", () => {
  expect(SCREENS.length).toBeGreaterThan(70);
  expect([...known.values()].filter((names) => names.size > 0).length).toBeGreaterThan(14);
});

test("input is shown again as text", async () => {
  const { text } = await owner.open(`/dashboard/o/acme/links?q=${encodeURIComponent(MARK)}`);
  expect(text).toContain("&lt;svg onload=x id=fuzz-mark&gt;");
});

test.each(SCREENS)(
  "GET %s responds to any parameters, and writes nothing",
  { timeout: patience() },
  async (route) => {
    const own = known.get(route) ?? new Map<string, Set<string>>();
    const values = new Map<string, ReadonlySet<string>>([
      ...RARE.map((name): [string, Set<string>] => [name, new Set(["1"])]),
      ...[...known.values()].flatMap((names) => [...names]),
      ...Object.entries(SHOWN).map(([name, seen]): [string, Set<string>] => [name, new Set(seen)]),
      ...own,
    ]);
    const name = fc.oneof(
      { weight: own.size > 0 ? 6 : 0, arbitrary: fc.constantFrom(...own.keys(), "") },
      { weight: 2, arbitrary: fc.constantFrom(...values.keys(), "__proto__") },
    );
    const parameter = name.chain((each) => {
      const seen = [...(values.get(each) ?? [""])].map((value) => encodeURIComponent(value));
      const value = fc.oneof(fc.constantFrom(...seen), encodedHostile);
      return value.map((text) => `${encodeURIComponent(each)}=${text}`);
    });
    const query = fc.array(parameter, { maxLength: 5 }).map((parts) => parts.join("&"));
    await fc.assert(
      fc.asyncProperty(who, addressesOf(route, there, elsewhere), query, async (role, path, search) => {
        const answer = await people[role].open(`${path}?${search}`);
        expectResponse(answer);
        expect((await people[role].open(`${path}?${search}`)).status).toBe(answer.status);
      }),
      { numRuns: runs(2), seed: SEED },
    );
    expect(
      JSON.stringify(written(await rowsIn(dashboard.service.env.DB))) === before,
      "nothing is written",
    ).toBe(true);
  },
);
