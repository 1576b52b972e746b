import { randomBytes } from "node:crypto";

/** What Cloudflare answers instead of a result. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const refuse = (status: number, code: number, message: string): never => {
  throw new Refused(status, code, message);
};

/** One request, as handlers see it. */
export interface Asked {
  /** What stood in the places of the path that begin with a colon. */
  at: Record<string, string>;
  query: URLSearchParams;
  /** The body where it is JSON. */
  json: unknown;
  /** The request itself, for those that send a form. */
  request: Request;
}

/** Answers by method and path, whose parts that begin with a colon are places. */
export type Routes = Record<string, (asked: Asked) => unknown>;

export const newId = (): string => randomBytes(16).toString("hex");
export const now = (): string => new Date().toISOString();
