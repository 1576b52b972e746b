import { zValidator } from "@hono/zod-validator";
import type { Hono, MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import type { Origins } from "../core/origins.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import { readBytes } from "../platform/request-body.ts";
import type { Dependencies } from "../wiring.ts";
import { type Admission, authenticate } from "./authentication.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { unlessNamed } from "./entity-tags.ts";
import type { ApiErrorCode } from "./error-messages.ts";
import type { OperationExample } from "./examples/example.ts";
import { orProblemsOf, parseHead } from "./head-validation.ts";
import { readJsonObject } from "./json-body.ts";
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

/** What a call of an operation says, as text where it stands in headers, path or query of a request. */
export interface OperationCall {
  header: Readonly<Record<string, string>>;
  param: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** An empty object where the operation takes no body. */
  json: Record<string, unknown>;
}

/** Who calls, and what the operation stands on. */
type CallContext = Pick<
  OperationRequest<Head, unknown>,
  "actor" | "origins" | "correlationId" | "dependencies"
>;

/** An operation without its type parameters, as routes and the OpenAPI document use it. */
export interface MountedOperation extends Omit<Operation<Head, unknown>, "handle" | "body"> {
  body?: Pick<BodyDescription<unknown>, "schema" | "mediaTypes">;
  mount(app: Hono<AppEnv>): void;
  /** Answers a call that comes by another way than the operation's route, with the same checks after the rate limit. */
  perform(call: OperationCall, context: CallContext): Promise<Response>;
}

/**
 * An operation with its route. After correlation id, route and method, the checks run in this order: key, rate limit,
 * scope, headers, path and query, media type and size of the body, JSON syntax, and the schema of the body. Then the
 * verb checks access, idempotency and its own rules.
 */
export function operation<H extends Head, B = undefined>(description: Operation<H, B>): MountedOperation {
  const { method, path, scope, head, handle } = description;
  const run = async (c: AppContext): Promise<Response> => {
    const { body, upload } = description;
    const json = body ? await readJsonObject(c.req.raw, body.mediaTypes) : {};
    // An operation with an upload is one whose B is the bytes.
    const bytes = upload ? ((await readBytes(c.req.raw, upload.most)) as B) : undefined;
    const { actor, origins, correlationId, dependencies } = c.var;
    const params = c.req.param();
    const answer = await handle({
      actor,
      head: validHead(c, head),
      // Without a description there is no body, and B is undefined.
      body: body ? body.read(json) : (bytes as B),
      json,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ""),
      origins,
      correlationId,
      dependencies,
    });
    return method === "GET" ? unlessNamed(c.req.raw, answer) : answer;
  };
  return {
    ...description,
    async perform({ json, ...parts }, context) {
      if (scope) requireScope(context.actor, scope);
      // What parses as `head` is its output; TypeScript does not follow that through the type parameter.
      const values = parseHead(head, parts) as z.output<H>;
      const { body } = description;
      return handle({
        ...context,
        head: values,
        // Without a description there is no body, and B is undefined.
        body: body ? body.read(json) : (undefined as B),
        json,
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => parts.param[name] ?? ""),
      });
    },
    mount(app) {
      app.on(method, path.replace(/\{(\w+)\}/g, ":$1"), authenticate(description), ...validators(head), run);
    },
  };
}

const validators = (head: Head): MiddlewareHandler<AppEnv>[] =>
  partsOf(head).map(([target, schema]) => zValidator(target, schema, orProblemsOf(head)));

/** The values that the validators parsed, in one object. */
const validHead = <H extends Head>(c: AppContext, head: H): z.output<H> =>
  // The validators above parsed every part with its schema in `head`, but Hono infers the types for inline routes only.
  Object.fromEntries(partsOf(head).map(([target]) => [target, c.req.valid(target as never)])) as z.output<H>;

const partsOf = ({ shape }: Head) =>
  (["header", "param", "query"] as const).flatMap((target) => {
    const schema = shape[target];
    return schema ? [[target, schema] as const] : [];
  });
