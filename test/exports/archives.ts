import { writeFileSync } from "node:fs";
import { vi } from "vitest";
import {
  ARCHIVED_COUNTERS,
  ARCHIVED_TABLES,
  MANIFEST,
  ROWS_FOLDER,
} from "../../src/extras/exports/archived-tables.ts";
import { readCardPicture } from "../../src/features/brands/card-pictures.ts";
import type { UploadedLogo } from "../../src/features/brands/logo-store.ts";
import { logoObjects } from "../../src/features/brands/logo-store.ts";
import { zipWriter } from "../../src/features/qr-codes/zip.ts";
import { DAY_MS, dayOf } from "../../src/ground/core/days.ts";
import { withZip } from "../../src/surfaces/cli/archive/read-zip.ts";
import { type Destination, importExport } from "../../src/surfaces/cli/commands/import-export.ts";
import { choiceBody, linkBody, OFFERS, PAIRS } from "../bodies.ts";
import { LOGO } from "../logos.ts";
import { get, type Json, post, send } from "../requests.ts";
import type { RunningService, Service } from "../service.ts";

export const ORGANIZATION = "moving";
/** The day of most of its visits, which no job has moved into a month yet. */
export const VISITED = dayOf(new Date(Date.now() - 9 * DAY_MS));
/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** An organization with links of every kind, `more` of them plain, whose archive is written to `path`. Returns its key. */
export async function exportedOrganization(service: Service, path: string, more: number): Promise<string> {
  const { DB } = service.env;
  const { key } = await service.issueKey({ organization: ORGANIZATION, createProjects: ["main", "second"] });
  await DB.prepare(
    `INSERT INTO domains (host, organization_id, project_id, root_url, token, created_at, confirmed_at)
     VALUES ('go.moving.example', '${ORGANIZATION}', 'second', 'https://brand.example/', hex(randomblob(16)),
       '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
  ).run();
  const steps = Array.from({ length: 150 }, (_, index) => `Ünïcode step ${index} 🌮 `.repeat(20));
  const recipe = { title: "Tacos", ingredients: [{ name: "tortillas" }], instructions: steps };
  const bodies = [
    ...PAIRS.map((pair) => linkBody(pair, { tracking: { tags: ["every", pair] } })),
    // A row of more than 100 kB.
    linkBody("delivery_app recipe", { options: { delivery_app: { recipe } } }),
    linkBody("delivery_app shopping_list", {
      options: {
        delivery_app: {
          routingMode: "preferred",
          preferredRetailers: ["costco", "aldi"],
          shoppingList: { title: "List", lineItems: [{ name: "milk" }] },
        },
      },
    }),
    linkBody("custom custom_url", { slug: "planned", schedule: { activeFrom: inHours(1) } }),
    linkBody("custom custom_url", {
      slug: "ended",
      schedule: { activeUntil: inHours(-1), endedUrl: "https://brand.example/next" },
    }),
    linkBody("custom custom_url", { projectId: "second", slug: "on-domain", gtin: "09506000134352" }),
    choiceBody({ slug: "cereal" }),
    choiceBody({ projectId: "second", page: { text: "Choose" } }),
    ...Array.from({ length: more }, (_, index) =>
      linkBody("custom custom_url", { slug: `poster-${index}`, customUrl: `https://brand.example/${index}` }),
    ),
  ];
  for (let at = 0; at < bodies.length; at += 100) {
    const { json } = await post(service, "/v1/links/bulk", { links: bodies.slice(at, at + 100) }, { key });
    for (const { status, body } of json.data) if (status !== 201) throw new Error(JSON.stringify(body));
  }
  const find = async (slug: string): Promise<string> =>
    (await DB.prepare("SELECT id FROM links WHERE slug = ?1").bind(slug).first<string>("id")) ?? "";
  const change = async (slug: string, patch: object) => {
    const { status, json } = await send(service, "PATCH", `/v1/links/${await find(slug)}`, patch, { key });
    if (status !== 200) throw new Error(JSON.stringify(json));
  };
  const picture = await readCardPicture(Uint8Array.from(PICTURE), ORGANIZATION);
  await putObjects(service, picture);
  const imageUrl = `${service.url.origin}/brands/${picture.file}`;
  await change("poster-0", { card: { title: "With a picture", imageUrl } });
  await change("poster-1", { slug: "renamed", metadata: { note: "x".repeat(2_000) } });
  await change("poster-2", { status: "inactive" });
  await change("cereal", { offers: OFFERS.slice(1) });
  await change("on-domain", { name: "Changed" });
  const styled = `/v1/links/${await find("poster-3")}/qr-codes`;
  await post(service, styled, { identifier: "wall", metadata: { place: "hall" } }, { key });
  await send(service, "PATCH", `${styled}/wall`, { style: { finders: "circle", color: "#0a4d3c" } }, { key });
  for (const project of ["main", "second"]) {
    const headers = { "Content-Type": "image/png" };
    await send(service, "PUT", `/v1/projects/${project}/logo`, LOGO, { key, headers });
  }
  const style = { logo: "project", modules: "dots", frame: "de" };
  await send(service, "PUT", "/v1/projects/main/code-style", style, { key });
  const counted = `FROM links WHERE organization_id = '${ORGANIZATION}' AND id IN (SELECT id FROM links ORDER BY id DESC LIMIT 50)`;
  const counts = `'{"":{"US phone":{"9":3}},"default":{"DE tablet":{"10":2},"US robot":{"1":1}}}'`;
  await DB.batch(
    [
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart) SELECT '${VISITED}', organization_id, project_id, id, retailer, 2, 3, 1, 0, 0, ${counts}, '{}',
         '{"news.example":2}' ${counted}`,
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart) SELECT '${VISITED}', organization_id, project_id, '', retailer, 9, 9, 1, 0, 0, ${counts}, '{}', '{}'
         ${counted} GROUP BY project_id, retailer`,
      `INSERT INTO visit_hours SELECT '${VISITED}', organization_id, project_id, retailer, 9, '{"":{"US phone":9}}'
         ${counted} GROUP BY project_id, retailer`,
      `INSERT INTO visit_months (month, organization_id, project_id, link_id, retailer, counts, totals, apart) SELECT '2026-05', organization_id, project_id, id, retailer,
         '{"":{"US phone":[0,0,7]}}', '{}', '{}' ${counted}`,
      `UPDATE organizations SET created_at = '2026-05-01T00:00:00.000Z', time_zone = 'Europe/Berlin' WHERE id = '${ORGANIZATION}'`,
      `INSERT INTO day_notes VALUES ('${ORGANIZATION}', '${VISITED}', '', 'Flyer', 'mem_1', '${VISITED}T00:00:00.000Z')`,
      `INSERT INTO sales_reports (organization_id, id, network, account, file_name, digest, choices, state, place, first_day,
         last_day, row_count, unknown_rows, bytes, created_by, created_at, confirmed_by, confirmed_at, expires_at)
       VALUES ('${ORGANIZATION}', 'sal_01kjq5c8n0v3w7x9y2z4a6b8c1', 'Impact', '', 'report.csv', '${"0".repeat(64)}', '{}',
           'confirmed', 1, '${VISITED}', '${VISITED}', 2, 0, 1400, 'mem_1', '${VISITED}T00:00:00.000Z', 'mem_1',
           '${VISITED}T00:00:00.000Z', NULL),
         ('${ORGANIZATION}', 'sal_01kjq5c8n0v3w7x9y2z4a6b8c2', '', '', 'draft.csv', '${"0".repeat(64)}', '{}', 'draft', NULL,
           NULL, NULL, 2, 0, 0, 'mem_1', '${VISITED}T00:00:00.000Z', NULL, NULL, '2999-01-01T00:00:00.000Z')`,
      `INSERT INTO sales SELECT organization_id, 'sal_01kjq5c8n0v3w7x9y2z4a6b8c1', '${VISITED}', id, project_id, 'q-wall',
         'bigbox_w', 'USD', 'approved', 1, 2, -1999, 100 ${counted.replace("50)", "2)")}`,
      `INSERT INTO utm_templates VALUES ('${ORGANIZATION}', 'Mail', '{"source":"mail"}')`,
    ].map((sql) => DB.prepare(sql)),
  );
  const { id } = (await post(service, "/v1/exports", {}, { key })).json.data;
  const { downloadUrl } = await finishedExport(service, id, key);
  const response = await service.fetch(new URL(downloadUrl).pathname);
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()));
  return key;
}

/** An export once it is done, as the API shows it. */
export async function finishedExport(service: RunningService, id: string, key: string): Promise<Json> {
  const found = async () => (await get(service, `/v1/exports/${id}`, { key })).json.data;
  // Also outside of a test, where `expect.poll` is not allowed.
  return vi.waitUntil(
    async () => {
      const data = await found();
      return data.state === "done" && data;
    },
    { timeout: 90_000, interval: 200 },
  );
}

async function putObjects(service: RunningService, logo: UploadedLogo): Promise<void> {
  for (const { key, bytes, httpMetadata } of logoObjects(logo))
    await service.env.QR_IMAGES.put(key, bytes, { httpMetadata });
}

/** Imports an archive into a service, and returns what the command says. */
export const importInto = (
  service: RunningService,
  path: string,
  changes: Partial<Destination> = {},
  flags = ["--domain", "go.moving.example"],
) =>
  importExport([path, "--yes", ...flags], {
    variables: async () => ({ SHORT_LINK_ORIGIN: "https://go.moved.example" }),
    open: (_, work) => work(service.env.DB),
    putLogo: (logo) => putObjects(service, logo),
    readObject: async (key) =>
      new Uint8Array((await (await service.env.QR_IMAGES.get(key))?.arrayBuffer()) ?? new ArrayBuffer()),
    terminal: { isInteractive: false, say: () => {}, confirm: async () => false, ask: async () => "" },
    ...changes,
  });

/** Every archived row of the organization, by table. */
export async function archivedRows(service: Service): Promise<Record<string, unknown[]>> {
  const ofLinks = `link_id IN (SELECT id FROM links WHERE organization_id = '${ORGANIZATION}')`;
  const tables = [
    ...ARCHIVED_TABLES.map(({ name, by, where = "TRUE" }) => {
      const own = by === "link_id" ? ofLinks : `${by} = '${ORGANIZATION}'`;
      return [name, `${own} AND ${where}`] as const;
    }),
    ...ARCHIVED_COUNTERS.map((name) => [name, `organization_id = '${ORGANIZATION}'`] as const),
  ];
  const results = await service.env.DB.batch(
    tables.map(([name, where]) => service.env.DB.prepare(`SELECT * FROM ${name} WHERE ${where}`)),
  );
  return Object.fromEntries(tables.map(([name], index) => [name, results[index]?.results ?? []]));
}

/** Writes the archive at `from` to `to` with other lines of rows, and a manifest that fits. */
export async function changedArchive(
  from: string,
  to: string,
  change: (lines: Json[]) => Json[],
  rename: (name: string) => string = (name) => name,
): Promise<void> {
  await withZip(from, async ({ files, read }) => {
    const entries: Parameters<typeof zipWriter>[0] = [];
    const zip = zipWriter(entries);
    const parts: Uint8Array[] = [];
    for (const file of files) {
      const text = (await read(file)).toString("utf8");
      if (file.name === MANIFEST) {
        const listed = entries.filter(({ name }) => name.startsWith(`${ROWS_FOLDER}/rows`));
        const manifest = {
          ...JSON.parse(text),
          files: listed.map(({ name, size, crc }) => ({ name, size, crc })),
        };
        parts.push(zip.file({ name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) }));
      } else if (file.name.startsWith(`${ROWS_FOLDER}/`)) {
        const lines = change(
          text
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        );
        const content = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
        parts.push(await zip.deflated({ name: rename(file.name), content: Buffer.from(content) }));
      } else parts.push(zip.file({ name: rename(file.name), content: Buffer.from(text) }));
    }
    writeFileSync(to, Buffer.concat([...parts, zip.end()]));
  });
}
