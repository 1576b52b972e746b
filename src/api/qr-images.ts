import { Hono } from "hono";
import { ServiceError } from "../core/errors.ts";
import { clientAddress } from "../platform/client-address.ts";
import { readEdgeCache, writeEdgeCache } from "../platform/edge-cache.ts";
import { attemptOf } from "../platform/failed-attempts.ts";
import { limitRate } from "../platform/rate-limit.ts";
import { contentDisposition } from "../platform/response-headers.ts";
import { drawImage } from "../qr-codes/draw-image.ts";
import { fileName } from "../qr-codes/file-name.ts";
import { type ImageAddress, imageQuery, isImageFormat } from "../qr-codes/image-address.ts";
import { formatOf } from "../qr-codes/image-formats.ts";
import { readImageOptions } from "../qr-codes/image-options.ts";
import { readImage } from "../qr-codes/read-image.ts";
import { SAVED_STYLE, savedStyle, withSavedStyle } from "../qr-codes/saved-style.ts";
import type { CodeStyle } from "../qr-codes/style-schema.ts";
import { isNamed } from "./cached-response.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** Window of IMAGE_RATE_LIMIT in wrangler.toml, in seconds. */
const IMAGE_PERIOD = 60;

/** A project may get another logo, and a saved style may change; nothing else of an image does. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_MINUTE = "public, max-age=60";

/**
 * The route of QR images, which are public and, but for logos, never change. Once Cloudflare's cache of a data centre has an image,
 * requests there read no storage. The plain SVG is kept in R2 too; any other image is drawn for the first request of a
 * place, which counts against the limit of its client.
 */
export const qrImages = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, qrCodeId, format] = /^(qr_[0-9A-Za-z_-]+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
  if (qrCodeId === undefined || !isImageFormat(format)) throw imageNotFound();
  const { dependencies } = c.var;
  const queries = c.req.queries();
  const wantsSaved = queries[SAVED_STYLE.name]?.includes(SAVED_STYLE.value) ?? false;
  const saved = wantsSaved ? await savedStyleFor(c, qrCodeId) : {};
  const options = readImageOptions(format, withSavedStyle(queries, saved));
  const stays = !wantsSaved && options.logo === "none";
  const address: DrawnAddress = { qrCodeId, format, options, stays, name: queries.name?.[0] ?? qrCodeId };
  const mayLackLogo = wantsSaved && options.logo !== "none" && !Object.hasOwn(queries, "logo");
  const query = imageQuery(address);
  // Not the URL of the request: the order of its parameters, defaults that it names, and parameters that mean nothing
  // here must not split the cache.
  const url = `${c.var.origins.shortLink}/qr/${qrCodeId}.${format}${query}${mayLackLogo ? "&style=default" : ""}`;
  const kept = await readEdgeCache(url);
  if (kept) return unlessKnown(c, address, kept);
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const isPlain = format === "svg" && query === "";
  if (!isPlain) await limitRate(c.env.IMAGE_RATE_LIMIT, clientAddress(c.req.raw), IMAGE_PERIOD);
  const image = await (isPlain
    ? readImage(qrCodeId, dependencies)
    : drawImage({ ...address, mayLackLogo }, dependencies));
  if (!image) {
    await attempt.recordFailure();
    throw imageNotFound();
  }
  attempt.recordSuccess();
  const response = new Response(image.body, { headers: { ...headersOf(address), ETag: image.etag } });
  c.executionCtx.waitUntil(writeEdgeCache(url, response.clone()));
  return unlessKnown(c, address, response);
});

/** The saved style of a code. Reading it counts as drawing does: against the limits of its client. */
async function savedStyleFor(c: AppContext, qrCodeId: string): Promise<CodeStyle> {
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  await limitRate(c.env.IMAGE_RATE_LIMIT, clientAddress(c.req.raw), IMAGE_PERIOD);
  const style = await savedStyle(qrCodeId, c.var.dependencies);
  if (style) {
    attempt.recordSuccess();
    return style;
  }
  await attempt.recordFailure();
  throw imageNotFound();
}

/** The address of an image, and whether what it shows stays for ever. */
interface DrawnAddress extends ImageAddress {
  stays: boolean;
  /** What its file is called. */
  name: string;
}

const imageNotFound = () => new ServiceError("not_found", "There is no such QR code.");

function headersOf({ name, format, options, stays }: DrawnAddress): Record<string, string> {
  const { mediaType, shown } = formatOf(format);
  const file = fileName(name, format, options.size);
  return {
    "Content-Type": mediaType,
    "Content-Disposition": contentDisposition(shown ? "inline" : "attachment", file),
    "Cache-Control": stays ? FOR_EVER : FOR_A_MINUTE,
    // An SVG holds its logo itself.
    "Content-Security-Policy": `default-src 'none'; ${options.logo === "none" ? "" : "img-src data:; "}sandbox`,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** The image, or 304 if the client has it already. */
function unlessKnown(c: AppContext, address: DrawnAddress, image: Response): Response {
  const etag = image.headers.get("ETag") ?? "";
  const headers = { ...headersOf(address), ETag: etag };
  return isNamed(c.req.header("If-None-Match") ?? null, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(image.body, { headers });
}
