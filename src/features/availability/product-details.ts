import { DAY_MS } from "../../ground/core/days.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { pause } from "../../ground/platform/deadlines.ts";
import { jsonRows } from "../../ground/platform/json-rows.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { ProductDetails } from "../retailers/definition.ts";
import type { CallStore } from "./call-store.ts";
import { type Catalog, type Catalogs, detailCalls } from "./catalog.ts";

export interface ProductRef {
  retailer: Retailer;
  id: string;
}

export type KnownDetails = (retailer: Retailer, id: string) => ProductDetails | undefined;

export interface DetailsDependencies {
  db: D1Database;
  availability: Pick<CallStore, "reserveCall">;
  catalogs: Catalogs;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

/** The most products of a screen that are looked up, and the calls per retailer for them. */
const MAX_PRODUCTS = 100;
const MAX_CALLS = 5;
/** How long a product that the retailer does not know is not looked up again. */
const UNKNOWN_MS = DAY_MS;
/** The longest id that a retailer could know. */
const MAX_ID = 20;

const NOTHING: KnownDetails = () => undefined;
const keyOf = ({ retailer, id }: ProductRef): string => `${retailer} ${id}`;

/**
 * Names and pictures of products, from D1 where they are known. Unknown ones are looked up with the retailers whose access
 * is set up, and are waited for up to `waitMs`; later responses are stored for the next screen. Null looks nothing up.
 * Without access, nothing is read. Never throws: a screen works without them.
 */
export async function findProductDetails(
  refs: readonly ProductRef[],
  waitMs: number | null,
  dependencies: DetailsDependencies,
): Promise<KnownDetails> {
  const { catalogs, now, log, waitUntil } = dependencies;
  const askable = refs.filter(({ retailer, id }) => catalogs.has(retailer) && id.length <= MAX_ID);
  const remaining = new Map(askable.map((ref) => [keyOf(ref), ref]));
  if (remaining.size === 0) return NOTHING;
  const known = new Map<string, ProductDetails>();
  try {
    const at = now();
    for (const { retailer, product_id: id, name, picture_url } of await readDetails(
      [...remaining.values()],
      at,
      dependencies,
    )) {
      remaining.delete(keyOf({ retailer, id }));
      if (name !== null) known.set(keyOf({ retailer, id }), { name, pictureUrl: picture_url ?? undefined });
    }
    if (waitMs === null) return detailsIn(known);
    const missing = [...remaining.values()].slice(0, MAX_PRODUCTS);
    const looking = [...Map.groupBy(missing, ({ retailer }) => retailer)].map(async ([retailer, group]) => {
      const catalog = catalogs.get(retailer);
      if (catalog) await lookUp(retailer, catalog, group, known, at, dependencies);
    });
    const looked = Promise.all(looking).catch((cause: unknown) => log("error", "product details", { cause }));
    waitUntil(looked);
    if (missing.length > 0 && waitMs > 0) await Promise.race([looked, pause(waitMs)]);
  } catch (cause) {
    log("error", "product details", { cause });
  }
  return detailsIn(known);
}

const detailsIn =
  (known: ReadonlyMap<string, ProductDetails>): KnownDetails =>
  (retailer, id) =>
    known.get(keyOf({ retailer, id }));

interface Row {
  retailer: Retailer;
  product_id: string;
  name: string | null;
  picture_url: string | null;
}

const READ = `SELECT retailer, product_id, name, picture_url FROM catalog_products
  WHERE (retailer, product_id) IN (SELECT value ->> 'retailer', value ->> 'id' FROM json_each(?1)) AND expires_at > ?2`;

/** What is known of products. */
export const readDetails = async (
  refs: readonly ProductRef[],
  now: Date,
  { db }: Pick<DetailsDependencies, "db">,
): Promise<Row[]> => {
  return allRows<Row>(db, READ, JSON.stringify(refs), now.toISOString());
};

const STORE = `INSERT INTO catalog_products (retailer, product_id, name, picture_url, expires_at)
  SELECT value ->> 'retailer', value ->> 'id', value ->> 'name', value ->> 'pictureUrl', value ->> 'expiresAt'
  FROM json_each(?1) WHERE TRUE
  ON CONFLICT (retailer, product_id) DO UPDATE
    SET name = excluded.name, picture_url = excluded.picture_url, expires_at = excluded.expires_at`;

async function lookUp(
  retailer: Retailer,
  catalog: Catalog,
  refs: readonly ProductRef[],
  known: Map<string, ProductDetails>,
  now: Date,
  { db, availability, log }: DetailsDependencies,
): Promise<void> {
  const calls = detailCalls(availability, retailer, catalog, { most: MAX_CALLS, now });
  const { offers, stopped } = await catalog.lookUp(
    refs.map(({ id }) => id),
    null,
    calls,
  );
  if (typeof stopped === "object") log("error", "product details", { retailer, failures: [stopped.failed] });
  const rows = [...offers].map(([id, { details }]) => {
    if (details) known.set(keyOf({ retailer, id }), details);
    const expiresAt = new Date(now.getTime() + (details ? catalog.detailsMs : UNKNOWN_MS)).toISOString();
    return { retailer, id, name: details?.name ?? null, pictureUrl: details?.pictureUrl ?? null, expiresAt };
  });
  const statements = jsonRows(rows).map((json) => db.prepare(STORE).bind(json));
  if (statements.length > 0) await runBatch(db, statements);
}

/** Job: deletes what may no longer be stored. */
export async function deleteOldProductDetails({ db, due }: { db: D1Database; due: Date }): Promise<void> {
  await runStatement(db, "DELETE FROM catalog_products WHERE expires_at <= ?1", due.toISOString());
}
