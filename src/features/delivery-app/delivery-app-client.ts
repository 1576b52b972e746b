import * as z from "zod";
import { sha256Hex } from "../../ground/core/digest.ts";
import { fetchJson, type JsonResponse } from "../../ground/platform/fetch-json.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type {
  DeliveryApp,
  DeliveryAppFailure,
  DeliveryAppResponse,
  NearbyRetailer,
} from "./delivery-app-api.ts";

// Limits, paths and fields follow the API: https://docs.instacart.com/developer_platform_api

const MAX_PAGE_BYTES = 64 * 1024;
const MAX_RETAILERS_BYTES = 1024 * 1024;
/** The hosts of its pages: the website and the development environment. */
const PAGE_HOSTS = ["instacart.com", "instacart.tools"];
const MAX_PAGE_URL_LENGTH = 4_096;

const PATHS = {
  list: "/idp/v1/products/products_link",
  recipe: "/idp/v1/products/recipe",
  retailers: "/idp/v1/retailers",
};

const pageResponse = z.object({ products_link_url: z.string().max(MAX_PAGE_URL_LENGTH) });
const retailersResponse = z.object({ retailers: z.array(z.unknown()) });
const controlCharacter = /\p{Cc}/u;
const plainText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !controlCharacter.test(text));
const retailer = z.object({ retailer_key: plainText(128), name: plainText(160) });
const errorResponse = z.object({
  error: z.object({
    code: z.number().optional(),
    errors: z.array(z.object({ code: z.number() })).optional(),
  }),
});

/** URL and key of the Developer Platform API. */
export interface DeliveryAppSettings {
  /** An origin, such as https://connect.instacart.com. */
  baseUrl: string;
  /** Never logged and never part of a response. */
  key: string;
}

/** The delivery app's Developer Platform API over HTTP. */
export function deliveryAppClient({ baseUrl, key }: DeliveryAppSettings): DeliveryApp {
  const send = (path: string, maxBytes: number, body?: object): Promise<JsonResponse> => {
    const request = new Request(new URL(path, baseUrl), {
      method: body ? "POST" : "GET",
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: "application/json",
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return fetchJson(request, { limitMs: SERVICE_DEADLINES.deliveryApp, maxBytes });
  };
  return {
    fingerprint: () => sha256Hex(`${baseUrl} ${key}`),
    async makePage({ kind, body }) {
      const response = resultOf(await send(PATHS[kind], MAX_PAGE_BYTES, body), pageResponse);
      if (!response.ok) return response;
      const url = pageUrl(response.value.products_link_url, baseUrl);
      return url === null ? unusable("host") : { ok: true, value: url };
    },
    async retailersNear(postalCode, country) {
      const query = new URLSearchParams({ postal_code: postalCode, country_code: country });
      const response = resultOf(
        await send(`${PATHS.retailers}?${query}`, MAX_RETAILERS_BYTES),
        retailersResponse,
      );
      if (!response.ok) return response;
      // Skips invalid entries, so that they do not invalidate the others.
      const value = response.value.retailers.flatMap((entry): NearbyRetailer[] => {
        const { data } = retailer.safeParse(entry);
        return data ? [{ key: data.retailer_key, name: data.name }] : [];
      });
      return { ok: true, value };
    },
  };
}

const unusable = (problem: Extract<DeliveryAppFailure, { reason: "unusable" }>["problem"]) =>
  ({ ok: false, failure: { reason: "unusable", problem } }) as const;

/** The result in a response. The status is checked first: an error status is a failure, whatever the body. */
function resultOf<T>(response: JsonResponse, schema: z.ZodType<T>): DeliveryAppResponse<T> {
  const { status } = response;
  if (status !== undefined && status >= 300) {
    return { ok: false, failure: failureOf(status, response) };
  }
  if (!response.ok) {
    switch (response.reason) {
      case "timeout":
      case "network":
        return { ok: false, failure: { reason: response.reason } };
      case "too_large":
      case "not_json":
        return unusable(response.reason);
      case "redirect":
        return { ok: false, failure: { reason: "misdirected", status: status ?? 0 } };
    }
  }
  const { data } = schema.safeParse(response.body);
  return data === undefined ? unusable("shape") : { ok: true, value: data };
}

function failureOf(status: number, response: JsonResponse): DeliveryAppFailure {
  const { retryAfterMs } = response;
  if (status === 408 || status === 429 || status >= 500)
    return { reason: "busy", status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (status === 401 || status === 403) return { reason: "unauthorized", status };
  if (status < 400 || status === 404 || status === 405) return { reason: "misdirected", status };
  const { data } = errorResponse.safeParse(response.ok ? response.body : undefined);
  const { code, errors = [] } = data?.error ?? {};
  const codes = [...(code === undefined ? [] : [code]), ...errors.map((error) => error.code)];
  return { reason: "refused", status, codes: [...new Set(codes)].slice(0, 10) };
}

/**
 * The URL in `text`, or null if it belongs neither to the delivery app nor to the configured base URL. Returns the
 * serialized URL, because the parser accepts line breaks, backslashes and raw Unicode, which a Location header must not
 * contain.
 */
export function pageUrl(text: string, baseUrl: string): string | null {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  const onHost = PAGE_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  const ofDeliveryApp = url.protocol === "https:" && url.port === "" && onHost;
  const ours = url.origin === new URL(baseUrl).origin;
  return (ours || ofDeliveryApp) && url.href.length <= MAX_PAGE_URL_LENGTH ? url.href : null;
}
