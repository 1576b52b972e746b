import type * as z from "zod";
import type { OrganizationActor } from "../access/actor.ts";
import type { Origins } from "../core/origins.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import type { Dependencies } from "../wiring.ts";
import type { Admission } from "./authentication.ts";
import type { ApiErrorCode } from "./error-messages.ts";
import type { Tag } from "./tags.ts";

/** Headers, path and query of a request, under Hono's names for these parts. */
export type Head = z.ZodObject<{
  header: z.ZodObject<Record<string, z.ZodType>>;
  param?: z.ZodObject<Record<string, z.ZodType>>;
  query?: z.ZodObject<Record<string, z.ZodType>>;
}>;

/** The body that an operation takes. */
export interface BodyDescription<B> {
  /** For the OpenAPI document; `read` does the validation. */
  schema: z.ZodType;
  /** Absent: `application/json`. */
  mediaTypes?: readonly [string, ...string[]];
  /** Turns the JSON object that was sent into the operation's input. Throws `validation_failed` and the like. */
  read(json: Record<string, unknown>): B;
}

/** The file that an operation takes as its body; its `body` is the bytes. */
export interface UploadDescription {
  /** What the file is. */
  description: string;
  mediaTypes: readonly [string, ...string[]];
  /** In bytes. */
  most: number;
}

/** The CSV that an operation answers. */
export interface CsvDescription {
  /** What its lines are. */
  description: string;
  /** As it is sent, line breaks included. */
  example: string;
}

/** One operation of the API. Its route, the order of its checks and its OpenAPI entry are derived from this alone. */
export interface Operation<H extends Head, B> {
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT";
  /** With parameters as in `{linkId}`. */
  path: string;
  tag: Exclude<Tag, "Short links" | "Service">;
  summary: string;
  description: string;
  /** The scope that is checked before anything else of the request; null where any valid key may call. */
  scope: OperationScope | null;
  /** Set where the verb also requires the scope of each link's retailer. */
  needsRetailerScope?: true;
  /** How many requests it counts as for the rate limit of its key. Absent: one. */
  weight?: number;
  /** See `authenticate`. */
  readAhead?: Admission["readAhead"];
  head: H;
  body?: BodyDescription<B>;
  /** In place of `body`. */
  upload?: UploadDescription;
  answer: {
    status: 200 | 201;
    description: string;
    /** The whole body. */
    schema: z.ZodType;
    /** Present where `Accept: text/csv` gives the same data as CSV. */
    csv?: CsvDescription;
    headers?: readonly ("Location" | "Idempotent-Replayed" | "ETag")[];
  };
  /** The errors of this operation besides those of its key, head, body and dependencies. */
  errors: readonly ApiErrorCode[];
  /** Requests with their answers, the simplest first. Tests send them; the contract and the documents show them. */
  examples: readonly [OperationExample, ...OperationExample[]];
  handle(request: OperationRequest<H, B>): Promise<Response>;
}

/** A request that passed every check of its operation's description. */
export interface OperationRequest<H extends Head, B> {
  actor: OrganizationActor;
  head: z.output<H>;
  /** The result of `body.read`. */
  body: B;
  /** The body as it was sent; an empty object where the operation takes no body. */
  json: Record<string, unknown>;
  /** The path with its parameters filled in. */
  path: string;
  origins: Origins;
  /** For error bodies within an answer. */
  correlationId: string;
  dependencies: Dependencies;
}

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
