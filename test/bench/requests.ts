import { newShortId } from "../../src/ground/core/ids.ts";
import { linkBody } from "../bodies.ts";
import type { LoadRequest } from "./load.ts";

/** The number of browsers that visit in turn, as many as an isolate may see in a moment. */
export const BROWSERS = 40;
const USER_AGENTS = Array.from({ length: BROWSERS }, (_, index) =>
  index % 2
    ? `Mozilla/5.0 (iPhone; CPU iPhone OS 18_${index} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.${index} Mobile/15E148 Safari/604.1`
    : `Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${120 + index}.0.0.0 Mobile Safari/537.36`,
);

const pick = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError("nothing to pick from");
  return value;
};

/** Visits the paths in turn, like browsers; `more` are additional headers. */
export function visits(paths: readonly string[], more: Record<string, string> = {}): () => LoadRequest {
  let count = 0;
  return () => {
    const index = count++;
    return {
      method: "GET",
      path: pick(paths, index),
      // Cloudflare sends every Worker the visitor's country.
      headers: {
        "User-Agent": pick(USER_AGENTS, index),
        Accept: "text/html,*/*;q=0.8",
        "CF-IPCountry": "US",
        ...more,
      },
    };
  };
}

/** Like `visits`, with a referring page. */
export function followed(paths: readonly string[]): () => LoadRequest {
  const next = visits(paths);
  return () => {
    const request = next();
    return {
      ...request,
      headers: { ...request.headers, Referer: "https://blog.example.com/recipes/tacos?page=2" },
    };
  };
}

/** Visits unknown short ids, each once. */
export function unknownVisits(): () => LoadRequest {
  const next = visits([""]);
  return () => ({ ...next(), path: `/${newShortId()}` });
}

/** Gets the paths in turn like an API client. */
export function reads(paths: readonly string[], key: string): () => LoadRequest {
  let count = 0;
  return () => ({ method: "GET", path: pick(paths, count++), headers: { "X-Service-API-Key": key } });
}

/** Creates links, each with a separate Idempotency-Key. */
export const creates = (key: string): (() => LoadRequest) => writes("/v1/links", key, createBody);

/** Creates the same links in bulks of this size. */
export const bulks = (key: string, rows: number): (() => LoadRequest) =>
  writes("/v1/links/bulk", key, (id) => ({ links: Array.from({ length: rows }, () => createBody(id)) }));

function writes(path: string, key: string, bodyOf: (id: string) => object): () => LoadRequest {
  return () => {
    const id = crypto.randomUUID();
    return {
      method: "POST",
      path,
      headers: {
        "Content-Type": "application/json",
        "X-Service-API-Key": key,
        "Idempotency-Key": id,
        "X-Correlation-ID": id,
      },
      body: JSON.stringify(bodyOf(id)),
    };
  };
}

const createBody = (id: string): object =>
  linkBody("bigbox_w add_to_cart", {
    name: `Spring campaign ${id}`,
    publicName: "Taco night",
    products: ["123456789", "234567891", "345678912"].map((retailerProductId) => ({
      retailerProductId,
      quantity: 2,
      backupProductIds: ["456789123"],
    })),
    fallbackUrl: "https://example.com/taco-night",
    tracking: { utm: { source: "newsletter", medium: "email", campaign: "spring" }, tags: ["tacos"] },
    metadata: { campaign: id },
  });
