import { Hono } from "hono";
import { drawImage } from "../../features/qr-codes/draw-image.ts";
import { fileName, formatOf } from "../../features/qr-codes/image-formats.ts";
import { readImage } from "../../features/qr-codes/image-store.ts";
import { type ImageUrlParts, imageQuery, isImageFormat } from "../../features/qr-codes/image-url.ts";
import { readImageOptions } from "../../features/qr-codes/read-image-options.ts";
import { SAVED_STYLE, savedStyle, withSavedStyle } from "../../features/qr-codes/resolve-style.ts";
import type { CodeStyle } from "../../features/qr-codes/style.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { readEdgeCache, writeEdgeCache } from "../../ground/platform/edge-cache.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { contentDisposition } from "../../ground/platform/http-headers.ts";
import { clientAddress, limitRate } from "../../ground/platform/rate-limit.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { matchesEtag } from "./entity-tags.ts";

/** Window of IMAGE_RATE_LIMIT in wrangler.toml, in seconds. */
const IMAGE_PERIOD = 60;

/** Images never change, except that a project can get another logo and a saved style can change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_MINUTE = "public, max-age=60";

/**
 * The route of QR images. They are public. Once a data center has cached an image, requests there read no storage. The
 * plain SVG is stored in R2 too; other images are drawn for the first request in each data center, which counts toward
 * that client's rate limit.
 */
export const qrImages = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, qrCodeId, format] = /^(qr_[0-9A-Za-z_-]+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
  if (qrCodeId === undefined || !isImageFormat(format)) throw imageNotFound();
  const dependencies = c.get("dependencies");
  const queries = c.req.queries();
  const wantsSaved = queries[SAVED_STYLE.name]?.includes(SAVED_STYLE.value) ?? false;
  const saved = wantsSaved ? await savedStyleFor(c, qrCodeId) : {};
  const options = readImageOptions(format, withSavedStyle(queries, saved));
  const address = { qrCodeId, format, options };
  const headers: WantedHeaders = {
    ...(queries.name?.[0] !== undefined && {
      "Content-Disposition": dispositionOf(address, queries.name[0]),
    }),
    ...(wantsSaved && { "Cache-Control": ONE_MINUTE }),
  };
  const mayLackLogo = wantsSaved && options.logo !== "none" && !Object.hasOwn(queries, "logo");
  const query = imageQuery(address);
  // The cache key ignores the order of parameters, explicit defaults and unknown parameters.
  const url = `${dependencies.origins.shortLink}/qr/${qrCodeId}.${format}${query}${mayLackLogo ? "&style=default" : ""}`;
  const cached = await readEdgeCache(url);
  if (cached) {
    c.set("unlogged", true);
    return orNotModified(c, cached, headers);
  }
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
  const code = parseQrCodeId(qrCodeId);
  if (code && !formatOf(format).shown)
    c.executionCtx.waitUntil(dependencies.qrCodes.noteDownload([code], dependencies.now()));
  const response = new Response(image.body, { headers: { ...headersOf(address), ETag: image.etag } });
  c.executionCtx.waitUntil(writeEdgeCache(url, response.clone()));
  return orNotModified(c, response, headers);
});

/** Reads the saved style of a code. It counts toward the same rate limits as drawing. */
async function savedStyleFor(c: AppContext, qrCodeId: string): Promise<CodeStyle> {
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  await limitRate(c.env.IMAGE_RATE_LIMIT, clientAddress(c.req.raw), IMAGE_PERIOD);
  const style = await savedStyle(qrCodeId, c.get("dependencies"));
  if (style) {
    attempt.recordSuccess();
    return style;
  }
  await attempt.recordFailure();
  throw imageNotFound();
}

/** The headers by which a response differs from the cached image, which requests with other names and for the saved style share. */
type WantedHeaders = Partial<Record<"Content-Disposition" | "Cache-Control", string>>;

const imageNotFound = () => new ServiceError("not_found", "There is no such QR code.");

const headersOf = (address: ImageUrlParts): Record<string, string> => ({
  "Content-Type": formatOf(address.format).mediaType,
  "Content-Disposition": dispositionOf(address, address.qrCodeId),
  "Cache-Control": address.options.logo === "none" ? IMMUTABLE : ONE_MINUTE,
  // An SVG embeds its logo as a data URL.
  "Content-Security-Policy": `default-src 'none'; ${address.options.logo === "none" ? "" : "img-src data:; "}sandbox`,
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
});

/** `name` is the file name without extension. */
const dispositionOf = ({ format, options }: ImageUrlParts, name: string): string =>
  contentDisposition(formatOf(format).shown ? "inline" : "attachment", fileName(name, format, options.size));

/** The image with the wanted headers, or 304 if the client already has it. */
function orNotModified(c: AppContext, image: Response, headers: WantedHeaders): Response {
  for (const [name, value] of Object.entries(headers)) image.headers.set(name, value);
  return matchesEtag(c.req.header("If-None-Match") ?? null, image.headers.get("ETag") ?? "")
    ? new Response(null, { status: 304, headers: image.headers })
    : image;
}
