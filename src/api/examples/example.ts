import type { Origins } from "../../core/origins.ts";

/** A request of an operation and what it is answered, as the contract and the documents show it. */
export interface OperationExample {
  /** What it shows, in a few words. */
  summary: string;
  /** Values of the path's parameters. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Headers besides those of the key and the body. */
  headers?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** The file that is sent as the body, as text, and its media type. */
  upload?: { mediaType: string; text: string };
  /** The body of the answer. Its URLs are made from the origins of the service that shows it. */
  answer(origins: Origins): unknown;
}
