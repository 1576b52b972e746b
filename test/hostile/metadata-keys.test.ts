import { beforeAll, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { fieldsOf } from "../dashboard/form-entries.ts";
import { htmlForm } from "../dashboard/html-form.ts";
import { added, IMPORT, upload } from "../dashboard/import.ts";
import { type DatabaseRows, rowsIn } from "../database-rows.ts";
import { expectError, expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";

const OWNER = "owner@acme.example";
const PAIR = "custom custom_url";
const LINKS = "/dashboard/o/acme/links";

const dashboard = await useDashboard();
const { service } = dashboard;
await dashboard.add("acme", OWNER, "owner");
const owner = await dashboard.as(OWNER);
const { key } = await service.issueKey();
const { id } = expectLink(await post(service, "/v1/links", linkBody(), { key }));
const { key: secret } = await newApiKey();

const csv = (metadata: string, row = "") =>
  `${row && "row,"}name,retailer,intent,customUrl,metadata\r\n${row && `${row},`}Shelf,custom,custom_url,https://example.com/,"${metadata.replaceAll('"', '""')}"\r\n`;
/** An import with a row to correct. */
const imported = await added(dashboard, OWNER, { file: csv("{") });

/** The text of a rejection. */
type Surface = (metadata: string) => Promise<string>;

/** Sends JSON in which `"@"` stands for the metadata, and expects a rejection. */
const refusedBy =
  (method: string, path: string, body: object): Surface =>
  async (metadata) => {
    const text = JSON.stringify(body).replace('"@"', () => metadata);
    const answer = await send(service, method, path, text, { key });
    expectError(answer, 400, "validation_failed");
    return answer.text;
  };
/** Expects a page with the problem, without a redirect. */
const page = (answer: { status: number; location: string | null; text: string }): string => {
  expect([answer.status, answer.location], answer.text).toEqual([400, null]);
  return answer.text;
};
const cells = (metadata: string) => ({
  name: "Shelf",
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://example.com/",
  metadata,
});

const SURFACES: Record<string, Surface> = {
  "POST /v1/links": refusedBy("POST", "/v1/links", linkBody(PAIR, { metadata: "@" })),
  "POST /v1/links/preview": refusedBy("POST", "/v1/links/preview", linkBody(PAIR, { metadata: "@" })),
  "PATCH /v1/links/{linkId}": refusedBy("PATCH", `/v1/links/${id}`, { metadata: "@" }),
  "POST /v1/links/{linkId}/qr-codes": refusedBy("POST", `/v1/links/${id}/qr-codes`, { metadata: "@" }),
  "PATCH /v1/links/{linkId}/qr-codes/{identifier}": refusedBy("PATCH", `/v1/links/${id}/qr-codes/default`, {
    metadata: "@",
  }),
  async "POST /v1/links/bulk"(metadata) {
    const body = JSON.stringify({ links: [linkBody(PAIR, { metadata: "@" })] }).replace(
      '"@"',
      () => metadata,
    );
    const { status, json, text } = await post(service, "/v1/links/bulk", body, { key });
    expect([status, json.data[0]?.body.error?.code], text).toEqual([200, "validation_failed"]);
    return text;
  },
  "the form of a new link": async (metadata) =>
    page(
      await owner.send(`${LINKS}/new?retailer=custom&intent=custom_url`, {
        ...fieldsOf(linkBody()),
        metadata,
      }),
    ),
  async "the form of a link"(metadata) {
    const path = `${LINKS}/${id}/edit`;
    const opened = Object.fromEntries(htmlForm((await owner.open(path)).text).entries);
    return page(await owner.send(path, { ...opened, metadata }));
  },
  "a file of links": async (metadata) =>
    page(await upload(dashboard, OWNER, IMPORT, { file: csv(metadata), fields: { project: "main" } })),
  "rows that are pasted": async (metadata) =>
    page(await upload(dashboard, OWNER, IMPORT, { fields: { project: "main", text: csv(metadata) } })),
  "a file of corrected rows": async (metadata) =>
    page(await upload(dashboard, OWNER, `${imported}/replace`, { file: csv(metadata, "2") })),
  "the form of an import's row": async (metadata) =>
    page(await owner.send(`${imported}/rows/2`, cells(metadata))),
};

let before: DatabaseRows;
beforeAll(async () => {
  before = await rowsIn(service.env.DB);
});

test.each(Object.entries(SURFACES))("%s rejects text shaped like a key", async (_, refuse) => {
  for (const metadata of [
    `{"a":"${secret}"}`,
    `{"${secret}":1}`,
    `{"a":[0,{"b":["see ${secret}."]}]}`,
    `{"a":{"b":{"x${secret}x":[]}}}`,
    // Invalid in another way too, at a place that the response would name.
    `{"a":{"${secret}":{"b":1e400}}}`,
  ]) {
    const text = await refuse(metadata);
    expect(text).toMatch(/must not contain an API key/i);
    expect(text).not.toContain(secret);
  }
  expect(await rowsIn(service.env.DB)).toEqual(before);
  expect(service.logs().join("\n")).not.toContain(secret);
});
