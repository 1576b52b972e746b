import { randomBytes } from "node:crypto";

/** An error response of Cloudflare. */
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

/** A request as handlers see it. */
export interface Asked {
  /** The values of the path's parameters. */
  at: Record<string, string>;
  query: URLSearchParams;
  /** The body if it is JSON. */
  json: unknown;
  /** The request itself, for forms. */
  request: Request;
}

/** Responses by method and path, with parameters that begin with a colon. */
export type Routes = Record<string, (asked: Asked) => unknown>;

export const newId = (): string => randomBytes(16).toString("hex");
export const now = (): string => new Date().toISOString();
