import { request } from "node:http";
import { expect, test } from "vitest";
import { useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const ROOT = "/dashboard/o/acme";
const { DB } = on.dashboard.service.env;

const isNoted = async (id: string) =>
  (await DB.prepare("SELECT downloaded_at AS at FROM qr_codes WHERE link_id = ?1").bind(id).first("at")) !==
  null;
const activeLinks = () =>
  DB.prepare(
    "SELECT count(*) AS n FROM links WHERE status = 'active' AND organization_id = 'acme'",
  ).first<number>("n");

test.each(["print.pdf", "codes.zip"])(
  "a GET of %s downloads and notes nothing; a form of an editor notes it",
  async (file) => {
    const { id } = await on.create();
    for (const person of [on.editor, on.viewer]) {
      const { status, headers } = await person.open(
        `${ROOT}/codes/${file}?link=${id}&format=${file === "print.pdf" ? "a6" : "svg"}`,
      );
      expect([status, headers.get("Content-Disposition")]).toEqual([
        200,
        expect.stringContaining("attachment"),
      ]);
    }
    expect((await on.viewer.send(`${ROOT}/codes/${file}`, { link: id })).status).toBe(403);
    expect(await isNoted(id)).toBe(false);
    const sent = await on.editor.send(`${ROOT}/codes/${file}`, { link: id });
    expect([sent.status, sent.headers.get("Content-Disposition")]).toEqual([
      200,
      expect.stringContaining("attachment"),
    ]);
    await expect.poll(() => isNoted(id)).toBe(true);
  },
);

test("the print page and the list send forms for what is downloaded, and links to viewers", async () => {
  const { id } = await on.create();
  const print = `${ROOT}/codes/sheet?link=${id}`;
  expect((await on.editor.open(print)).text).toContain(`method="post" action="${ROOT}/codes/print.pdf"`);
  expect((await on.viewer.open(print)).text).toContain(`href="${ROOT}/codes/print.pdf?link=${id}`);
  const zip = (method: string) => new RegExp(`formaction="${ROOT}/codes/codes.zip" formmethod="${method}"`);
  expect((await on.editor.open(`${ROOT}/links`)).text).toMatch(zip("post"));
  expect((await on.viewer.open(`${ROOT}/links`)).text).toMatch(zip("get"));
});

/** The status of a request with exactly these headers: `fetch` sets its own mode. */
async function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const identity = await on.dashboard.identity("editor@acme.example");
  return new Promise((resolve, reject) => {
    const sent = request(on.dashboard.service.url.origin + path, {
      headers: { ...Object.fromEntries(new Headers(identity)), Accept: "text/html", ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.end();
  });
}

const of = (site: string, mode: string, dest: string) => ({
  "Sec-Fetch-Site": site,
  "Sec-Fetch-Mode": mode,
  "Sec-Fetch-Dest": dest,
});

test.each([
  [of("cross-site", "no-cors", "image"), 403],
  [of("cross-site", "cors", "empty"), 403],
  [of("same-site", "no-cors", "script"), 403],
  [of("cross-site", "navigate", "iframe"), 403],
  [of("cross-site", "navigate", "document"), 200],
  [of("same-site", "navigate", "document"), 200],
  [of("same-origin", "cors", "empty"), 200],
  [of("none", "navigate", "document"), 200],
  [{}, 200],
] as [Record<string, string>, number][])("a request %j has the status %i", async (headers, status) => {
  const { id } = await on.create();
  for (const path of ["/links", `/links/export?link=${id}`, `/codes/codes.zip?link=${id}`, "/links/count"])
    expect([path, await statusOf(ROOT + path, headers)]).toEqual([path, status]);
});

test.each([
  ["/links/bulk-edit", { status: "inactive" }],
  ["/links/bulk-edit", { status: "inactive", list: "" }],
  ["/links/bulk-edit", { status: "inactive", planned: "" }],
  ["/links/bulk-edit", { status: "inactive", link: "" }],
  ["/links/bulk", { action: "switch_on", "all-matching": "1" }],
  ["/links/bulk", { action: "add_tag", "chosen-tag": "x", "all-matching": "1" }],
  ["/links/bulk", { list: "" }],
  ["/links/import/imp_none/replace-value", { to: "" }],
  ["/links/import/imp_none/replace-value", { column: "slug" }],
] as [string, Record<string, string>][])(
  "a form of %s with only %j acts on nothing",
  async (path, fields) => {
    await on.create();
    const before = await activeLinks();
    expect((await on.editor.send(ROOT + path, fields)).status).toBe(400);
    expect(await activeLinks()).toBe(before);
  },
);

test.each(["", "?step=plan&status=inactive", "?planned=", "?link=&step=plan&status=inactive"])(
  "neither the form of a change nor its plan opens for no list: %j",
  async (query) => {
    expect((await on.editor.open(`${ROOT}/links/bulk-edit${query}`)).status).toBe(400);
  },
);
