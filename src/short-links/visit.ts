/** One request of a short link. */
export interface Visit {
  request: Request;
  shortId: string;
  qr: string;
  /** The key of an offer of a choice link; absent for the link itself. */
  offer: string | undefined;
  /** When it came, in milliseconds since 1970. */
  time: number;
}
