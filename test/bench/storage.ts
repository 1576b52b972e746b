import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";
import type { Link } from "../../src/features/links/link.ts";
import { LINK_COLUMNS, toLinkRow } from "../../src/features/links/link-rows.ts";
import { redirectEntry } from "../../src/features/links/redirect-entry.ts";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { newId, newShortId } from "../../src/ground/core/ids.ts";
import { linkResource } from "../../src/surfaces/api/resources.ts";
import { PROJECT_ROOT } from "../../src/surfaces/cli/wrangler/wrangler.ts";
import { issueKey } from "../service.ts";
import { startService, startWorker } from "./instances.ts";
import { creates } from "./requests.ts";

/** What every Worker of the benchmark finds in its storage. */
export interface Stored {
  /** An API key that may do everything. */
  apiKey: string;
  /** Links in D1 and KV, as the redirect finds them. */
  shortIds: string[];
  /** Links that were created through the API, with their images in R2. */
  linkIds: string[];
}

/** Writes at once, so that one statement or request stays well below every limit. */
const CHUNK = 2_000;

/** Fills `directory` with the tables, an API key, and so many links of either kind. */
export async function fillStorage(
  bundle: string,
  directory: string,
  { short, created }: { short: number; created: number },
): Promise<Stored> {
  const { apiKey, links } = await fillDirectly(directory, short);
  const linkIds = created > 0 ? await createLinks(bundle, directory, apiKey, created) : [];
  return { apiKey, shortIds: links.map(({ shortId }) => shortId), linkIds };
}

/** Calls `work` with a new database in `directory` that has the tables, and the origin of the Worker that fills KV. */
export async function withNewDatabase<T>(
  directory: string,
  work: (db: D1Database, origin: string) => Promise<T>,
): Promise<T> {
  const { miniflare, origin } = await startWorker("fill", directory);
  try {
    // The same interface, declared by two packages.
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const schema = unstable_splitSqlQuery(await readFile(join(PROJECT_ROOT, "schema.sql"), "utf8"));
    await db.batch(schema.map((statement) => db.prepare(statement)));
    return await work(db, origin);
  } finally {
    await miniflare.dispose();
  }
}

const fillDirectly = (directory: string, count: number): Promise<{ apiKey: string; links: Link[] }> =>
  withNewDatabase(directory, async (db, origin) => {
    const { key } = await issueKey(db);
    const links = Array.from({ length: count }, makeLink);
    for (let start = 0; start < count; start += CHUNK) {
      const chunk = links.slice(start, start + CHUNK);
      const rows = JSON.stringify(chunk.map((link) => toLinkRow(link)));
      await db.prepare(INSERT_LINKS).bind(rows).run();
      const entries = chunk.map((link) => [redirectKey(link.shortId), JSON.stringify(redirectEntry(link))]);
      await fetch(origin, { method: "POST", body: JSON.stringify(entries) });
    }
    return { apiKey: key, links };
  });

const COLUMNS = [...LINK_COLUMNS, "search_text"];
const INSERT_LINKS = `INSERT INTO links (${COLUMNS.join(", ")})
  SELECT ${COLUMNS.map((column) => `json_extract(value, '$.${column}')`).join(", ")} FROM json_each(?1)`;

function makeLink(): Link {
  const now = new Date();
  const id = newId("lnk", now);
  const destination = `https://example.com/campaigns/${id}?utm_source=newsletter&utm_medium=email`;
  return {
    id,
    organizationId: "acme",
    shortId: newShortId(),
    domain: "",
    status: "active",
    urlType: "custom",
    destination,
    version: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    revision: 1,
    projectId: "main",
    name: "Spring campaign",
    publicName: "Taco night",
    retailer: "custom",
    intent: "custom_url",
    customUrl: destination,
  };
}

async function createLinks(
  bundle: string,
  directory: string,
  apiKey: string,
  count: number,
): Promise<string[]> {
  const { miniflare, origin } = await startService(bundle, directory);
  try {
    const next = creates(apiKey);
    const ids: string[] = [];
    while (ids.length < count) {
      const { path, ...request } = next();
      const response = await fetch(origin + path, request);
      const body: unknown = await response.json();
      if (response.status !== 201) throw new Error(`A create answered ${JSON.stringify(body)}`);
      ids.push(linkResource.parse((body as { data: unknown }).data).id);
    }
    return ids;
  } finally {
    await miniflare.dispose();
  }
}
