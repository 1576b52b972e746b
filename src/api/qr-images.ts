import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { clientAddress } from "../platform/client-address.ts";
import { fromEdgeCache, intoEdgeCache } from "../platform/edge-cache.ts";
import { limitRate } from "../platform/rate-limit.ts";
import { attemptOf } from "../platform/wrong-clients.ts";
import { drawImage } from "../qr-codes/draw-image.ts";
import { type ImageAddress, imageQuery, isImageFormat } from "../qr-codes/image-address.ts";
import { formatOf } from "../qr-codes/image-formats.ts";
import { readImageOptions } from "../qr-codes/image-options.ts";
import { readImage } from "../qr-codes/read-image.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { isNamed } from "./kept-response.ts";

/** Window of IMAGE_RATE_LIMIT in wrangler.toml, in seconds. */
const IMAGE_PERIOD = 60;

/**
 * The route of QR images, which are public and never change. Once Cloudflare's cache of a data centre has an image,
 * requests there read no storage. The plain SVG is kept in R2 too; any other image is drawn for the first request of a
 * place, which counts against the limit of its client.
 */
export const qrImages = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, qrCodeId, format] = /^(qr_[0-9A-Za-z_-]+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
  if (qrCodeId === undefined || !isImageFormat(format)) throw imageNotFound();
  const address = { qrCodeId, format, options: readImageOptions(format, c.req.queries()) };
  const query = imageQuery(address);
  // Not the URL of the request: the order of its parameters, defaults that it names, and parameters that mean nothing
  // here must not split the cache.
  const url = `${c.var.origins.shortLink}/qr/${qrCodeId}.${format}${query}`;
  const kept = await fromEdgeCache(url);
  if (kept) return unlessKnown(c, address, kept);
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const isPlain = format === "svg" && query === "";
  if (!isPlain) await limitRate(c.env.IMAGE_RATE_LIMIT, clientAddress(c.req.raw), IMAGE_PERIOD);
  const { dependencies } = c.var;
  const image = await (isPlain ? readImage(qrCodeId, dependencies) : drawImage(address, dependencies));
  if (!image) {
    await attempt.noteWrong();
    throw imageNotFound();
  }
  attempt.noteRight();
  const response = new Response(image.body, { headers: { ...headersOf(address), ETag: image.etag } });
  c.executionCtx.waitUntil(intoEdgeCache(url, response.clone()));
  return unlessKnown(c, address, response);
});

const imageNotFound = () => new ServiceError("not_found", "There is no such QR code.");

function headersOf({ qrCodeId, format, options }: ImageAddress): Record<string, string> {
  const { mediaType, unit, shown } = formatOf(format);
  const size = options.size === undefined ? "" : `-${options.size}${unit === "pixels" ? "px" : "mm"}`;
  return {
    "Content-Type": mediaType,
    "Content-Disposition": `${shown ? "inline" : "attachment"}; filename="${qrCodeId}${size}.${format}"`,
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** The image, or 304 if the client has it already. */
function unlessKnown(c: AppContext, address: ImageAddress, image: Response): Response {
  const etag = image.headers.get("ETag") ?? "";
  const headers = { ...headersOf(address), ETag: etag };
  return isNamed(c.req.header("If-None-Match") ?? null, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(image.body, { headers });
}
