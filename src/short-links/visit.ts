/** One request of a short link. */
export interface Visit {
  request: Request;
  /** The URL of the request. */
  url: string;
  /** Two letters or digits, or anything else where it is not known. */
  country: string | undefined;
  /** The domain that it came to; empty for the default host and every other that is no domain of an organization. */
  host: string;
  /** The short id or slug in its address. */
  name: string;
  qr: string;
  /** The key of an offer of a choice link; absent for the link itself. */
  offer: string | undefined;
  /** When it came, in milliseconds since 1970. */
  time: number;
}
