import type { RunningService } from "../service.ts";

/** The numbers of stored rows and objects, to verify that a request writes nothing. */
export interface Stored {
  links: number;
  qr_codes: number;
  idempotency_claims: number;
  images: number;
  redirects: number;
  replays: number;
}

/** Counts once the work after earlier responses is done: KV then has an entry for every link and every claim. */
export async function storedIn(service: RunningService): Promise<Stored> {
  for (;;) {
    const stored = await count(service);
    if (stored.redirects >= stored.links && stored.replays >= stored.idempotency_claims) return stored;
  }
}

async function count({ env }: RunningService): Promise<Stored> {
  const rows = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM qr_codes) AS qr_codes,
       (SELECT count(*) FROM idempotency_claims) AS idempotency_claims`,
  ).first<Pick<Stored, "links" | "qr_codes" | "idempotency_claims">>();
  if (!rows) throw new Error("a SELECT without FROM has one row");
  const [images, redirects, replays] = await Promise.all([
    env.QR_IMAGES.list().then(({ objects }) => objects.length),
    env.LINKS.list().then(({ keys }) => keys.length),
    env.IDEMPOTENCY.list().then(({ keys }) => keys.length),
  ]);
  return { ...rows, images, redirects, replays };
}
