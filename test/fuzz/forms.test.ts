// @module-tag all
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { type PageForm, pageForms } from "../dashboard/html-form.ts";
import { type DatabaseRows, restoreRows, rowsIn } from "../database-rows.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { furnished, OWNER, type Rows, written } from "./furnished.ts";
import { expectResponse } from "./pages.ts";
import { addressesOf, addressOf, isOf, parametersOf, routesOf } from "./routes.ts";
import { sendForm, sentForms } from "./sent-forms.ts";

const { dashboard, owner, there, elsewhere, ofOthers } = await furnished();
const { service } = dashboard;
const { origin } = service.url;
const identity = await dashboard.identity(OWNER);
const BASE = "/dashboard/o/acme";
/** Of an organization: how people sign in has tests of its own, in test/sign-in/ and test/mcp/. */
const ROUTES = routesOf("POST").filter((route) => !/^\/dashboard\/(?:sign-|account|connect)/.test(route));

/** A form of a page, and its URL. */
interface Found {
  page: string;
  address: string;
  form: PageForm;
}
const forms = new Map<string, Found[]>(ROUTES.map((route) => [route, []]));

/** Pages whose forms depend on the request. */
const ASKED = [
  ...["custom&intent=custom_url", "choice&intent=choose_retailer", "bigbox_w&intent=add_to_cart"].map(
    (variant) => `/links/new?retailer=${variant}`,
  ),
  "/links/new?retailer=delivery_app&intent=shopping_list",
  "/links?status=active&tag=spring",
  `/links/bulk-edit?step=plan&status=inactive&link=${there.link?.[0]}&link=${there.link?.[1]}`,
  `/codes/sheet?link=${there.link?.[0]}`,
  // A code of a project without a logo.
  `/links/${there.link?.[3]}/codes/default`,
].map((path) => BASE + path);

/** How pages show problems. */
const PROBLEM = /role="alert"|-error"|class="count problem"|Reference: |No codes to print/;
const ROW = "/dashboard/o/:organization/links/import/:import/rows/:row";
const isEqual = (a: Rows, b: Rows): boolean => JSON.stringify(a) === JSON.stringify(b);

let stored: DatabaseRows;
let before: Rows;
const rows = (): Promise<DatabaseRows> => rowsIn(service.env.DB);
const namesOf = ({ entries }: PageForm): string => entries.map(([name]) => name).join();

function note(page: string, form: PageForm, action: string): void {
  const { pathname, search } = new URL(action, origin + page);
  const address = pathname + search;
  const found = forms.get(ROUTES.find((route) => isOf(route, pathname)) ?? "");
  if (found?.every((each) => each.address !== address || namesOf(each.form) !== namesOf(form)))
    found.push({ page, address, form });
}

beforeAll(async () => {
  const most = Math.max(...Object.values(there).map((values) => values.length));
  const pages = routesOf("GET").flatMap((route) =>
    Array.from({ length: most }, (_, index) =>
      addressOf(route, (name) => there[name]?.at(index % there[name].length) ?? "x"),
    ),
  );
  for (const page of new Set([...pages, ...ASKED])) {
    for (const form of pageForms((await owner.open(page)).text)) {
      const others = form.buttons.flatMap(({ method, action }) =>
        method !== "get" && action ? [action] : [],
      );
      if (form.method === "post") for (const action of [form.action, ...others]) note(page, form, action);
    }
  }
  // Scripts send the form that they accompany, to a path below the form's.
  for (const [route, found] of forms) {
    const of = ROUTES.filter((each) => route.startsWith(`${each}/`) && forms.get(each)?.length).at(-1);
    if (found.length > 0 || of === undefined) continue;
    for (const { address, ...form } of forms.get(of) ?? [])
      found.push({ ...form, address: address.replace(/(?=\?|$)/, route.slice(of.length)) });
  }
  stored = await rows();
  before = written(stored);
});

test("there is a form for every route that accepts a form", () => {
  expect(ROUTES.length).toBeGreaterThan(40);
  expect([...forms].flatMap(([route, found]) => (found.length === 0 ? [route] : []))).toEqual([]);
});

test.each(ROUTES)(
  "POST %s responds to any form, and a rejection writes nothing",
  { timeout: patience() },
  async (route) => {
    const found = forms.get(route) ?? [];
    const sent = fc.constantFrom(...found).chain(({ page, address, form }) => {
      const [, search = ""] = /(\?.*)?$/.exec(address) ?? [];
      const wrong = addressesOf(route, there, elsewhere).map((path) => path + search);
      const to =
        parametersOf(route).length === 0
          ? fc.constant(address)
          : fc.oneof({ weight: 7, arbitrary: fc.constant(address) }, { weight: 1, arbitrary: wrong });
      return fc.tuple(
        fc.constant(page),
        to.chain((each) => sentForms(form, each)),
      );
    });
    await fc.assert(
      fc.asyncProperty(sent, async ([page, form]) => {
        const answer = await sendForm(origin, identity, form);
        expectResponse(answer);
        if (answer.location?.includes("/import/")) await settled(answer.location);
        const after = written(await rows());
        try {
          expect(ofOthers(after)).toEqual(ofOthers(before));
          if (answer.status >= 400) {
            // A row of an import is stored as typed, also while it is invalid.
            const isKept = isOf(ROW, form.address.replace(/\?.*/, ""));
            const kept = (each: Rows) => each.filter(({ table }) => !(isKept && table.startsWith("import")));
            expect(kept(after)).toEqual(kept(before));
            expect(PROBLEM.test(answer.text), "a problem is told").toBe(true);
          } else if (!isEqual(after, before)) {
            expectResponse(await sendForm(origin, identity, form));
            expect(written(await rows())).toEqual(after);
            for (const path of [answer.location ?? page, `${BASE}/activity`])
              expectResponse(await owner.open(path));
          }
        } finally {
          if (!isEqual(after, before)) await restoreRows(service.env.DB, stored);
        }
      }),
      { numRuns: runs(2), seed: SEED },
    );
  },
);

/** Waits until an import is idle. */
const settled = (path: string): Promise<void> =>
  vi.waitFor(async () => expect((await owner.open(path)).text.includes("data-refresh")).toBe(false), 30_000);
