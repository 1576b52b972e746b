import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { parseQrCodeId } from "../core/ids.ts";
import { md5Etag } from "../platform/etag.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import { renderQrSvg } from "../qr-codes/svg.ts";
import type { AppContext, AppEnv } from "./context.ts";

/**
 * The image of a QR code: from R2, or rendered again where R2 has lost it or is down. Public, and for ever the
 * same: an image is a pure function of the URL it encodes.
 */
export const qrImages = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, id] = /^(.+)\.svg$/.exec(c.req.param("file")) ?? [];
  const parts = id === undefined ? null : parseQrCodeId(id);
  if (id === undefined || !parts) throw imageNotFound();
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const { qrCodes, images } = c.var.dependencies;
  const stored = await images.read(id);
  const qrCode = stored ? null : await qrCodes.find(parts.linkId, parts.identifier);
  if (!stored && !qrCode) await attempt.noteWrong();
  else attempt.noteRight();
  if (stored) return imageResponse(c, stored.body, stored.etag);
  if (!qrCode) throw imageNotFound();
  const svg = renderQrSvg(qrCode.encodedUrl);
  c.executionCtx.waitUntil(images.put(id, svg).catch(() => {}));
  return imageResponse(c, svg, await md5Etag(svg));
});

const imageNotFound = () => new ServiceError("not_found", "There is no such QR code.");

const HEADERS = {
  "Content-Type": "image/svg+xml",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

function imageResponse(c: AppContext, body: BodyInit, etag: string): Response {
  const asked = c.req.header("If-None-Match") ?? "";
  const matches = asked === "*" || asked.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const headers = { ...HEADERS, ETag: etag };
  return matches ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}
