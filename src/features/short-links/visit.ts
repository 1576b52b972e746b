import type { ReadAddress } from "./short-link-url.ts";

/** A visit of a short link. */
export interface Visit {
  request: Request;
  /** The URL of the request, without the text behind it and without typesetting. */
  url: string;
  /** Whether the request had another URL: with text behind it, or typeset. */
  isRewritten?: boolean | undefined;
  /** Two letters or digits, or anything else if it is unknown. */
  country: string | undefined;
  /** The host of the URL that the visit counts for; empty for the default host. */
  host: string;
  /** The short id or slug in its URL; empty if the URL can't be a link. */
  name: string;
  /** The identifier of the QR code; empty for a visit without one. */
  qr: string;
  /** The key of an offer of a choice link; absent for the link itself. */
  offer: string | undefined;
  /** What it requests if there is no link at its name. */
  otherwise?: ReadAddress | undefined;
  /** When it came, in milliseconds since 1970. */
  time: number;
}

/** A request for a path of an organization's domain that has no link. */
export type UnknownVisit = Pick<Visit, "request" | "host" | "time">;
