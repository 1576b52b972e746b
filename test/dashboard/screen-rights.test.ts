import { beforeAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { type DatabaseRows, restoreRows, rowsIn } from "../database-rows.ts";
import { furnished, withoutRuns } from "../fuzz/furnished.ts";
import { addressOf, routesOf } from "../fuzz/routes.ts";
import { LOGO } from "../logos.ts";
import { impactFile } from "../sales/report-files.ts";
import type { Visitor } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";
import { customRows, finished, upload } from "./import.ts";

const { dashboard, there } = await furnished();
const { DB } = dashboard.service.env;
await dashboard.add("acme", "editor@acme.example", "editor");
const EMAILS = {
  owner: "owner@acme.example",
  editor: "editor@acme.example",
  viewer: "viewer@acme.example",
  /** An owner of another organization. */
  hank: "hank@globex.example",
} as const;
type Person = keyof typeof EMAILS;
const [first = "", second = "", , cart = "", off = ""] = there.link ?? [];

const [, asked = "", ready = ""] = there.sale ?? [];
const viewerId = there.member?.at(-1) ?? "";

/** Who may use a screen or form. Everybody else gets 403, and people of other organizations 404. */
const EVERYBODY: readonly Person[] = ["owner", "editor", "viewer"];
const EDITORS: readonly Person[] = ["owner", "editor"];
const OWNERS: readonly Person[] = ["owner"];

const ORGANIZATION = "/dashboard/o/:organization";
/** The routes of an organization, without the patterns of parameters. */
const routes = (method: "GET" | "POST"): [path: string, route: string][] =>
  routesOf(method)
    .filter((route) => route.startsWith(ORGANIZATION))
    .map((route) => [route.slice(ORGANIZATION.length).replaceAll(/\{[^}]*\}/g, ""), route]);

const addressFor = (route: string, values: Readonly<Record<string, string>> = {}): string =>
  addressOf(route, (name) => values[name] ?? there[name]?.[0] ?? "x");

const listed = (paths: string, who: readonly Person[]) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path === "/" ? "" : path, who] as const);

/** Every screen and file, by who may open it. */
const SCREENS = Object.fromEntries([
  ...listed(
    `
    / /activity /codes/codes.zip /codes/print.pdf /codes/sheet /find /links /links/:link
    /links/:link/addresses/:name /links/:link/codes /links/:link/codes/:identifier /links/:link/history
    /links/:link/show /links/card /links/count /links/export /live
    /product-pictures/:retailer/:product /projects /projects/:project /sales /sales/:sale /tags /visits /visits/table.csv`,
    EVERYBODY,
  ),
  ...listed(
    `
    /links/:link/add-code /links/:link/barcode /links/:link/edit /links/:link/restore/:version
    /links/:link/switch-off /links/bulk-edit /links/bulk-edit/:edit /links/card/picture /links/import
    /links/import/:import /links/import/:import/codes.zip /links/import/:import/delete
    /links/import/:import/problems.csv /links/import/:import/results.csv /links/import/:import/rows/:row
    /links/import/examples.csv /links/import/template.csv /links/new /reports /reports/:report
    /reports/:report/address /reports/:report/change /reports/:report/revoke /reports/:report/schedule
    /reports/:report/send /reports/:report/table.csv /sales/:sale/undo /sales/new /visits/notes /visits/share`,
    EDITORS,
  ),
  ...listed(
    `
    /domains /domains/:host /domains/:host/apps /domains/:host/confirm /domains/:host/remove /domains/new /exports /keys
    /keys/:key /keys/:key/revoke /keys/:key/rotate /keys/new /members /members/:member
    /members/:member/remove /members/:member/sign-in /members/new /notify /projects/:project/archive /projects/:project/brand
    /projects/:project/brand/preview /projects/:project/commission /projects/new /rename /time-zone /webhooks /webhooks/:id
    /webhooks/:id/change /webhooks/:id/delete /webhooks/chat /webhooks/new`,
    OWNERS,
  ),
]);

/** The queries without which some of them show nothing. */
const QUERIES: Readonly<Record<string, string>> = {
  "/codes/codes.zip": `?link=${first}`,
  "/codes/print.pdf": `?link=${first}`,
  "/codes/sheet": `?link=${first}`,
  "/links/bulk-edit": `?link=${first}`,
};
/** Those of which nothing exists yet: a change of many links, and the picture of a product. */
const EMPTY = ["/links/bulk-edit/:edit", "/product-pictures/:retailer/:product"];

type Fields = Readonly<Record<string, string>>;

interface FormRow {
  who: readonly Person[];
  /** A form that does something. */
  fields?: Fields;
  file?: string | Uint8Array<ArrayBuffer>;
  query?: string;
  /** Other values of path parameters than the first that exist. */
  at?: Fields;
  /** Whether the form only answers a script, or can't do anything to these objects. */
  writesNothing?: true;
  /** A value that is refused, by the name of its field, which shows the problem. */
  wrong?: Fields;
}

const LINK = { name: "Flyer", projectId: "main", customUrl: "https://example.com/flyer" };
const NEW_LINK = "?retailer=custom&intent=custom_url";
const NOTE = { day: new Date().toISOString().slice(0, 10), text: "Flyer week 42", back: "/visits" };

/** Every form. */
const FORMS: Readonly<Record<string, FormRow>> = {
  "/codes/codes.zip": { who: EDITORS, fields: { link: first }, writesNothing: true },
  "/codes/print.pdf": { who: EDITORS, fields: { link: first }, writesNothing: true },
  "/domains/:host": { who: OWNERS, fields: { projectId: "main" }, wrong: { rootUrl: "ftp://x" } },
  "/domains/:host/apps": {
    who: OWNERS,
    fields: { iosApps: "ABCDE12345.com.example.app", androidApps: "", appAddresses: "all" },
    wrong: { iosApps: "com.example.app", androidApps: "com.example.app" },
  },
  "/domains/:host/confirm": { who: OWNERS, writesNothing: true },
  "/domains/:host/remove": { who: OWNERS },
  "/domains/new": { who: OWNERS, fields: { host: "new.acme.example" }, wrong: { host: "no host" } },
  "/exports": { who: OWNERS, fields: { content: "images" } },
  "/keys/:key/revoke": { who: OWNERS },
  "/keys/:key/rotate": { who: OWNERS, fields: { grace: "24h" }, wrong: { grace: "1h" } },
  "/keys/new": {
    who: OWNERS,
    fields: { name: "Shop", reach: "all", scopes: "links:read" },
    wrong: { name: "", scopes: "everything", projects: "none", expiresAt: "yesterday" },
  },
  "/links/:link/add-code": {
    who: EDITORS,
    fields: { name: "Window", identifier: "window" },
    wrong: { identifier: "-", name: "x".repeat(121) },
  },
  "/links/:link/add-logo/:identifier": { who: OWNERS, at: { link: cart }, file: LOGO },
  "/links/:link/barcode": { who: EDITORS, writesNothing: true },
  "/projects/:project/commission/example": {
    ...{
      who: OWNERS,
      fields: { "affiliate.bigbox_w.url": "" },
      query: "?retailer=bigbox_w",
      writesNothing: true,
    },
  },
  "/links/:link/edit": { who: EDITORS, fields: { name: "Changed" }, wrong: { name: "" } },
  "/links/:link/edit/gtin": { who: EDITORS, writesNothing: true },
  "/links/:link/edit/preview": { who: EDITORS, writesNothing: true },
  "/links/:link/edit/preview/page": { who: EDITORS, writesNothing: true },
  "/links/:link/edit/slug": { who: EDITORS, writesNothing: true },
  "/links/:link/rename-code/:identifier": { who: EDITORS, fields: { name: "Door" }, wrong: { name: "" } },
  "/links/:link/restore/:version": { who: EDITORS },
  "/links/:link/silence/:code": {
    who: EDITORS,
    at: { link: second, code: "poster-1" },
    fields: { answer: "not-printed" },
  },
  "/links/:link/style-code/:identifier": { who: EDITORS, fields: { color: "#123456", for: "code" } },
  "/links/:link/switch-off": { who: EDITORS },
  "/links/:link/switch-on": { who: EDITORS, at: { link: off } },
  "/links/bulk": { who: EDITORS, fields: { action: "add_tag", link: first, "chosen-tag": "new", list: "" } },
  "/links/bulk-edit": { who: EDITORS, fields: { link: first, status: "inactive", list: "", planned: "" } },
  "/links/bulk-edit/:edit": { who: EDITORS, writesNothing: true },
  "/links/card/picture": { who: EDITORS, file: LOGO, writesNothing: true },
  "/links/import": { who: EDITORS, file: customRows(2), fields: { project: "main" } },
  "/links/import/:import/change": { who: EDITORS, writesNothing: true },
  "/links/import/:import/columns": { who: EDITORS, writesNothing: true },
  "/links/import/:import/delete": { who: EDITORS },
  "/links/import/:import/replace": { who: EDITORS, file: "", writesNothing: true },
  "/links/import/:import/replace-value": {
    who: EDITORS,
    fields: { column: "name", to: "" },
    writesNothing: true,
  },
  "/links/import/:import/rows/:row": { who: EDITORS, fields: { customUrl: "https://example.com/" } },
  "/links/import/:import/start": { who: EDITORS },
  "/links/new": { who: EDITORS, query: NEW_LINK, fields: LINK, wrong: { name: "", customUrl: "none" } },
  "/links/new/gtin": { who: EDITORS, writesNothing: true },
  "/links/new/preview": { who: EDITORS, query: NEW_LINK, writesNothing: true },
  "/links/new/preview/page": { who: EDITORS, query: NEW_LINK, writesNothing: true },
  "/links/new/slug": { who: EDITORS, writesNothing: true },
  "/members/:member": {
    who: OWNERS,
    at: { member: viewerId },
    fields: { role: "editor", reach: "all" },
    wrong: { role: "king" },
  },
  "/members/:member/remove": { who: OWNERS, at: { member: viewerId } },
  // Where Cloudflare Access signs people in, there is no address to make.
  "/members/:member/sign-in": { who: OWNERS, at: { member: viewerId }, writesNothing: true },
  "/members/new": {
    who: OWNERS,
    fields: { email: "new@acme.example", role: "viewer", reach: "all" },
    wrong: { email: "nobody", role: "king", projects: "none" },
  },
  "/notify": { who: OWNERS, fields: { mail: "link.broken" } },
  "/projects/:project": { who: OWNERS, fields: { name: "Renamed" }, wrong: { name: "" } },
  "/projects/:project/archive": { who: OWNERS, fields: { action: "archive" } },
  "/projects/:project/commission": {
    who: OWNERS,
    fields: { "affiliate.marketplace.tags.US": "acme-20" },
    wrong: { "affiliate.bigbox_w.url": "ftp://x" },
  },
  "/projects/:project/brand": {
    who: OWNERS,
    file: LOGO,
    fields: { "brand.name": "Acme" },
    wrong: { "brand.accent": "red", "brand.imprintUrl": "none" },
  },
  "/projects/new": {
    who: OWNERS,
    fields: { name: "Garden", id: "garden" },
    wrong: { id: "no/id", name: "" },
  },
  "/rename": { who: OWNERS, fields: { name: "Acme & Sons" }, wrong: { name: "" } },
  "/reports/:report/address": { who: EDITORS },
  "/reports/:report/change": { who: EDITORS, fields: { name: "Spring" }, wrong: { expiresAt: "2001-01-01" } },
  "/reports/:report/revoke": { who: EDITORS },
  "/reports/:report/schedule": {
    who: EDITORS,
    fields: { cadence: "weekly", recipients: "editor@acme.example" },
    wrong: { recipients: "nobody" },
  },
  "/reports/:report/send": { who: EDITORS, writesNothing: true },
  "/sales/:sale": {
    who: EDITORS,
    at: { sale: asked },
    fields: { network: "Awin", currency: "EUR", "column-0": "day", "column-1": "amount" },
    wrong: { network: "", currency: "Mars", lastDay: "never" },
  },
  "/sales/:sale/confirm": { who: EDITORS, at: { sale: ready } },
  "/sales/:sale/discard": { who: EDITORS, at: { sale: ready } },
  "/sales/:sale/undo": { who: EDITORS },
  "/sales/new": {
    who: EDITORS,
    file: impactFile({ day: "2026-11-21", order: "N", amount: "1.00", commission: "0" }),
  },
  "/time-zone": { who: OWNERS, fields: { timeZone: "Europe/Berlin" }, wrong: { timeZone: "Mars" } },
  "/visits/notes": { who: EDITORS, fields: NOTE, wrong: { day: "today", text: "" } },
  "/visits/notes/remove": { who: EDITORS, fields: NOTE, writesNothing: true },
  "/visits/share": { who: EDITORS, fields: { name: "Report" }, wrong: { name: "", expiresAt: "never" } },
  "/webhooks/:id/change": { who: OWNERS, fields: { url: "https://a.example/", types: "links" } },
  "/webhooks/:id/delete": { who: OWNERS },
  "/webhooks/:id/deliver": { who: OWNERS },
  "/webhooks/:id/secret": { who: OWNERS },
  "/webhooks/:id/status": { who: OWNERS, fields: { status: "inactive" } },
  "/webhooks/chat": {
    who: OWNERS,
    fields: { url: "https://hooks.slack.com/services/T0/B0/x" },
    wrong: { url: "none" },
  },
  "/webhooks/new": {
    who: OWNERS,
    fields: { url: "https://a.example/", types: "all" },
    wrong: { url: "none", types: "" },
  },
};

/** What forms write: everything but usage, and what deliveries of webhooks write meanwhile. */
const contents = ({ rows }: DatabaseRows): DatabaseRows["rows"] =>
  rows
    .filter(({ table }) => table !== "organization_usage" && table !== "webhook_deliveries")
    .map((row) => withoutRuns(row));
const current = async () => contents(await rowsIn(DB));

const people = Object.fromEntries(
  await Promise.all(
    Object.entries(EMAILS).map(async ([person, email]) => [person, await dashboard.as(email)] as const),
  ),
) as Record<Person, Visitor>; // an entry for each person

/** The routes of one object, which another organization does not have. */
const OF_ONE = /:(link|import|report|sale|key|member|id|host|number)\b/;
const GLOBEX = { organization: "globex" };

/** The status for a person that may not use a screen of acme. */
const refusal = (person: Person): number => (person === "hank" ? 404 : 403);

test("every screen and every form has a row", () => {
  const paths = (method: "GET" | "POST") =>
    routes(method)
      .map(([path]) => path)
      .sort();
  expect(paths("GET")).toEqual(Object.keys(SCREENS).sort());
  expect(paths("POST")).toEqual(Object.keys(FORMS).sort());
});

test.each(routes("GET"))("GET %s is for those of its row", async (path, route) => {
  const who = SCREENS[path] ?? [];
  const [query, status] = [QUERIES[path] ?? "", EMPTY.includes(path) ? 404 : 200];
  for (const [person, visitor] of Object.entries(people) as [Person, Visitor][]) {
    const page = await visitor.open(addressFor(route) + query);
    expect([person, page.status]).toEqual([person, who.includes(person) ? status : refusal(person)]);
  }
  if (OF_ONE.test(path)) expect((await people.hank.open(addressFor(route, GLOBEX) + query)).status).toBe(404);
});

const withoutQuery = (address: string): string => address.replace(/\?.*/, "");

/** What the page of a form would send, with the fields of its row. */
async function filled(address: string, { fields, file, writesNothing }: FormRow) {
  if (file !== undefined || writesNothing) return { ...fields };
  const { status, text } = await people.owner.open(address);
  const form = htmlForm(status === 200 ? text : "");
  const own = withoutQuery(form.action) === withoutQuery(address) ? form.entries : [];
  return { ...Object.fromEntries(own), ...fields };
}

describe("forms", () => {
  let stored: DatabaseRows;
  beforeAll(async () => {
    stored = await rowsIn(DB);
  });

  test.each(routes("POST"))(
    "POST %s does what its row says, once, and nothing for others",
    async (path, route) => {
      const row = FORMS[path] ?? { who: [] };
      const address = addressFor(route, row.at) + (row.query ?? "");
      const form = await filled(address, row);
      const send = (person: Person, changes: Fields = {}, to = address) => {
        const fields = { ...form, [IDEMPOTENCY_FIELD]: crypto.randomUUID(), ...changes };
        return row.file === undefined
          ? people[person].send(to, fields)
          : upload(dashboard, EMAILS[person], to, { file: row.file, name: "file", fields });
      };
      for (const person of ["editor", "viewer", "hank"] as const)
        if (!row.who.includes(person))
          expect([person, (await send(person)).status]).toEqual([person, refusal(person)]);
      // Without a GTIN, the check of one looks nothing up.
      if (OF_ONE.test(path) && !path.endsWith("/gtin")) {
        const elsewhere = addressFor(route, { ...row.at, ...GLOBEX }) + (row.query ?? "");
        expect((await send("hank", {}, elsewhere)).status).toBeGreaterThanOrEqual(400);
      }
      for (const [name, value] of Object.entries(row.wrong ?? {})) {
        const { status, text } = await send("owner", { [name]: value });
        expect([name, status >= 400 && status < 500, text]).toEqual([
          name,
          true,
          expect.stringContaining(`id="${name}-error"`),
        ]);
        // Menus and boxes have no such value.
        if (new RegExp(`<(input|textarea) id="${name}"`).test(text))
          expect(htmlForm(text).value(name)).toBe(value);
      }
      expect(await current()).toEqual(contents(stored));
      if (row.writesNothing) return;
      const person = row.who.at(-1) ?? "owner";
      const key = { [IDEMPOTENCY_FIELD]: crypto.randomUUID() };
      try {
        const { status, text, location } = await send(person, key);
        expect([status < 400, text]).toEqual([true, expect.anything()]);
        if (location?.includes("/import/")) await finished(people.owner, location);
        const after = await current();
        expect(after).not.toEqual(contents(stored));
        expect((await send(person, key)).status).toBeLessThan(500);
        expect(await current()).toEqual(after);
      } finally {
        await restoreRows(DB, stored);
      }
    },
  );
});
