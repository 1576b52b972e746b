import type { PageRequest } from "./page-request.ts";

/** Why the delivery app gave nothing that we can use, in our own words. */
export type DeliveryAppFailure =
  | { reason: "timeout" | "network" }
  /** 408, 429 and 5xx, and how long it said to wait, in milliseconds. */
  | { reason: "busy"; status: number; retryAfterMs?: number }
  /** 401 and 403: the key is wrong or may not do this. */
  | { reason: "unauthorized"; status: number }
  /** A redirect, or an address that does not exist: the base URL is wrong. */
  | { reason: "misdirected"; status: number }
  /** Another 4xx, with the API's error codes. */
  | { reason: "refused"; status: number; codes: number[] }
  /** An answer with a good status that can't be used. */
  | { reason: "unusable"; problem: "too_large" | "not_json" | "shape" | "host" };

export type DeliveryAppAnswer<T> = { ok: true; value: T } | { ok: false; failure: DeliveryAppFailure };

/** A store near a postal code. */
export interface NearbyRetailer {
  /** The API's `retailer_key`: what a page URL takes to name the store. */
  key: string;
  name: string;
}

export type CountryCode = "US" | "CA";

/** The delivery app's Developer Platform API. Nothing here throws. */
export interface DeliveryApp {
  /** A hash of the key and the address that it is asked with: another one where either was changed. */
  fingerprint(): Promise<string>;
  /** Makes a page and gives its URL. Each call makes another page. */
  makePage(request: PageRequest): Promise<DeliveryAppAnswer<string>>;
  retailersNear(postalCode: string, country: CountryCode): Promise<DeliveryAppAnswer<NearbyRetailer[]>>;
}

/**
 * When it is worth to ask again: `soon` where the service has trouble, `later` where someone has to mend our
 * configuration first, `never` where the same request would be refused again.
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

/** The failure as the data and the log keep it. */
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

/** How long the delivery app said to wait, in milliseconds. */
export const waitAfter = (failure: DeliveryAppFailure): number =>
  failure.reason === "busy" ? (failure.retryAfterMs ?? 0) : 0;
