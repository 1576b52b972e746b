import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { fromEdgeCache, intoEdgeCache } from "../platform/edge-cache.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import { readImage } from "../qr-codes/read-image.ts";
import type { AppContext, AppEnv } from "./context.ts";

/**
 * The route of QR images, which are public and never change. Once Cloudflare's cache of a data centre has an image,
 * requests there read no storage.
 */
export const qrImages = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, id] = /^(qr_[0-9A-Za-z_-]+)\.svg$/.exec(c.req.param("file")) ?? [];
  if (id === undefined) throw imageNotFound();
  // Not the URL of the request: its query must not split the cache.
  const url = `${c.var.origins.shortLink}/qr/${id}.svg`;
  const kept = await fromEdgeCache(url);
  if (kept) return unlessKnown(c, kept);
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const image = await readImage(id, c.var.dependencies);
  if (!image) {
    await attempt.noteWrong();
    throw imageNotFound();
  }
  attempt.noteRight();
  const response = new Response(image.body, { headers: { ...HEADERS, ETag: image.etag } });
  c.executionCtx.waitUntil(intoEdgeCache(url, response.clone()));
  return unlessKnown(c, response);
});

const imageNotFound = () => new ServiceError("not_found", "There is no such QR code.");

const HEADERS = {
  "Content-Type": "image/svg+xml",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The image, or 304 if the client has it already. */
function unlessKnown(c: AppContext, image: Response): Response {
  const etag = image.headers.get("ETag") ?? "";
  const asked = c.req.header("If-None-Match") ?? "";
  const matches = asked === "*" || asked.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const headers = { ...HEADERS, ETag: etag };
  return matches ? new Response(null, { status: 304, headers }) : new Response(image.body, { headers });
}
