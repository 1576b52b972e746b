import type * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import type { Dependencies } from "../http/context.ts";
import type { Admission } from "./authentication.ts";
import type { ApiErrorCode } from "./error-messages.ts";

/** The groups of operations with their descriptions, in the order of /docs. */
export const TAGS = {
  Links: "Create, preview, find and change short links, explain their destinations and list their changes.",
  "QR codes": "The QR codes of a link and their images for screen and print.",
  Visits: "Scans and clicks by time and origin, with robots and previews counted separately.",
  Sales: "Orders and commissions that affiliate networks reported.",
  Projects: "Projects and the brand of their links.",
  Exports: "One archive with everything of an organization.",
  Keys: "The API key of the request.",
  Events: "What happened to links, codes, pages, products, imports and keys.",
  Webhooks: "URLs that receive events as they happen.",
  Retailers: "The stores of the delivery app.",
  "Short links": "The URLs that shoppers open. They need no API key.",
  Service: "Probes and the OpenAPI document. They need no API key.",
} as const;

export type Tag = keyof typeof TAGS;

/** Headers, path and query of a request, under Hono's names for these parts. */
export type Head = z.ZodObject<{
  header: z.ZodObject<Record<string, z.ZodType>>;
  param?: z.ZodObject<Record<string, z.ZodType>>;
  query?: z.ZodObject<Record<string, z.ZodType>>;
}>;

/** The JSON body of an operation. */
export interface BodyDescription<B> {
  /** For the OpenAPI document only; `read` validates. */
  schema: z.ZodType;
  /** Default: `application/json`. */
  mediaTypes?: readonly [string, ...string[]];
  /** Parses the JSON object into the operation's input. Throws `validation_failed` and similar errors. */
  read(json: Record<string, unknown>): B;
}

/** The file that an operation accepts as its body; its `body` is the bytes. */
export interface UploadDescription {
  description: string;
  mediaTypes: readonly [string, ...string[]];
  maxBytes: number;
}

/** The CSV that an operation can return. */
export interface CsvDescription {
  description: string;
  /** Exactly as sent, including line breaks. */
  example: string;
}

/** An operation of the API. Its route, the order of its checks and its OpenAPI entry are derived from this alone. */
export interface Operation<H extends Head, B> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With parameters in braces: `{linkId}`. */
  path: string;
  tag: Exclude<Tag, "Short links" | "Service">;
  summary: string;
  description: string;
  /** The scope that is checked first; null if any valid key may call. */
  scope: OperationScope | null;
  /** Set if the verb also requires the scope of each link's retailer. */
  needsRetailerScope?: true;
  /** How many requests it counts as in the rate limit. Default: 1. */
  weight?: number;
  readAhead?: Admission["readAhead"];
  head: H;
  body?: BodyDescription<B>;
  /** Instead of `body`. */
  upload?: UploadDescription;
  response: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    /** Set if `Accept: text/csv` returns the same data as CSV. */
    csv?: CsvDescription;
    headers?: readonly ("Location" | "Idempotent-Replayed" | "ETag")[];
  };
  /** The errors of the verb, besides those that every operation with this key, head and body has. */
  errors: readonly ApiErrorCode[];
  /** Requests with their responses, the simplest first. OpenAPI and /docs show them; tests send them. */
  examples: readonly [OperationExample, ...OperationExample[]];
  handle(request: OperationRequest<H, B>): Promise<Response>;
}

/** A request that passed every check of its operation. */
export interface OperationRequest<H extends Head, B> {
  actor: OrganizationActor;
  head: z.output<H>;
  /** The result of `body.read`. */
  body: B;
  /** The body as sent; an empty object if the operation has no body. */
  json: Record<string, unknown>;
  /** The path with its parameters substituted. */
  path: string;
  /** For errors inside the body of a response. */
  correlationId: string;
  dependencies: Dependencies;
}

/** An example request of an operation and its response. */
export interface OperationExample {
  summary: string;
  /** Path parameters. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Headers besides the API key and the content type. */
  headers?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** The name of the uploaded file, and its media type. */
  upload?: { mediaType: string; file: string };
  /** Whether the service refuses this body, so that nobody sends it by mistake. `response` is the response to other values. */
  isRefused?: true;
  /** The body of the response, with the URLs of the service that shows it. */
  response(origins: Origins): unknown;
}
