import type { PageRequest } from "./page-request.ts";

/** Why a call to the delivery app returned no usable result. */
export type DeliveryAppFailure =
  | { reason: "timeout" | "network" }
  /** 408, 429 and 5xx. `retryAfterMs` is the delay from Retry-After. */
  | { reason: "busy"; status: number; retryAfterMs?: number }
  /** 401 and 403: the key is wrong or lacks the permission. */
  | { reason: "unauthorized"; status: number }
  /** A redirect, or an unknown path: the base URL is wrong. */
  | { reason: "misdirected"; status: number }
  /** Another 4xx, with the API's error codes. */
  | { reason: "refused"; status: number; codes: number[] }
  /** A successful response that can't be used. */
  | { reason: "unusable"; problem: "too_large" | "not_json" | "shape" | "host" };

/** The result of a call. */
export type DeliveryAppResponse<T> = { ok: true; value: T } | { ok: false; failure: DeliveryAppFailure };

/** A shop near a postal code. */
export interface NearbyRetailer {
  /** The API's `retailer_key`: page URLs name the shop by it. */
  key: string;
  name: string;
}

/** The API's codes of the countries with shops. */
export type CountryCode = "US" | "CA";

/** The delivery app's Developer Platform API. No method throws. */
export interface DeliveryApp {
  /** A hash of the configured key and base URL, to detect that either was changed. */
  fingerprint(): Promise<string>;
  /** Creates a page and returns its URL. Each call creates a new page. */
  makePage(request: PageRequest): Promise<DeliveryAppResponse<string>>;
  retailersNear(postalCode: string, country: CountryCode): Promise<DeliveryAppResponse<NearbyRetailer[]>>;
}

/**
 * When to try again: `soon` if the service has a problem, `later` if our configuration has to be corrected first,
 * `never` if the same request would be rejected again.
 */
export function retryOf(failure: DeliveryAppFailure): "soon" | "later" | "never" {
  switch (failure.reason) {
    case "timeout":
    case "network":
    case "busy":
    case "unusable":
      return "soon";
    case "unauthorized":
    case "misdirected":
      return "later";
    case "refused":
      return "never";
  }
}

/** The failure as text, for the database and the log. */
export function failureText(failure: DeliveryAppFailure): string {
  switch (failure.reason) {
    case "timeout":
    case "network":
      return failure.reason;
    case "unusable":
      return `unusable: ${failure.problem}`;
    case "refused":
      return `refused: ${[failure.status, ...failure.codes].join(" ")}`;
    default:
      return `${failure.reason}: ${failure.status}`;
  }
}

/** The delay that the delivery app requested, in milliseconds; 0 by default. */
export const waitAfter = (failure: DeliveryAppFailure): number =>
  failure.reason === "busy" ? (failure.retryAfterMs ?? 0) : 0;
