import { zValidator } from "@hono/zod-validator";
import type { Context, Hono, MiddlewareHandler, ValidationTargets } from "hono";
import type * as z from "zod";
import { requireScope } from "../../features/access/permissions.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { isShortId } from "../../ground/core/short-id.ts";
import { fieldName, parse } from "../../ground/core/validation.ts";
import { readBytes } from "../../ground/platform/request-body.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { authenticate } from "./authentication.ts";
import { orNotModified } from "./entity-tags.ts";
import { readJsonObject } from "./json-body.ts";
import type { BodyDescription, Head, Operation, OperationRequest } from "./operation-description.ts";
import { HEADER_NAMES } from "./request-head.ts";

/** The content of a call, as text for what an HTTP request has in its headers, path or query. */
export interface OperationCall {
  header: Readonly<Record<string, string>>;
  param: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** An empty object if the operation has no body. */
  json: Record<string, unknown>;
}

/** The caller and the dependencies of a call. */
type CallContext = Pick<OperationRequest<Head, unknown>, "actor" | "correlationId" | "dependencies">;

/** An operation without its type parameters, for routes and the OpenAPI document. */
export interface MountedOperation extends Omit<Operation<Head, unknown>, "handle" | "body"> {
  body?: Pick<BodyDescription<unknown>, "schema" | "mediaTypes">;
  mount(app: Hono<AppEnv>): void;
  /** Runs a call that did not come through the operation's route, with the same checks after the rate limit. */
  perform(call: OperationCall, context: CallContext): Promise<Response>;
}

/**
 * Builds an operation and its route. After correlation id, route and method, the checks run in this order: key, rate
 * limit, scope; headers, path and query; media type and size of the body, JSON syntax, schema of the body. Then the verb
 * checks access, idempotency and its own rules.
 */
export function operation<H extends Head, B = undefined>(description: Operation<H, B>): MountedOperation {
  const { method, path, scope, head, handle } = description;
  const run = async (c: AppContext): Promise<Response> => {
    const { body, upload } = description;
    const json = body ? await readJsonObject(c.req.raw, body.mediaTypes) : {};
    // With an upload, B is the bytes.
    const bytes = upload ? ((await readBytes(c.req.raw, upload.maxBytes)) as B) : undefined;
    const { actor, correlationId, dependencies } = c.var;
    const params = c.req.param();
    const call = {
      actor,
      head: validHead(c, head),
      // Without `body`, B is undefined.
      body: body ? body.read(json) : (bytes as B),
      json,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ""),
      correlationId,
      dependencies,
    };
    try {
      const response = await handle(call);
      return method === "GET" ? orNotModified(c.req.raw, response) : response;
    } catch (error) {
      throw isShortId(params.linkId ?? "") ? explained(error) : error;
    }
  };
  return {
    ...description,
    async perform({ json, ...parts }, context) {
      if (scope) requireScope(context.actor, scope);
      // The parsed value is the output of `head`; TypeScript can't infer that through the type parameter.
      const values = parseHead(head, parts) as z.output<H>;
      const { body } = description;
      return handle({
        ...context,
        head: values,
        // Without `body`, B is undefined.
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

/** `not_found`, for a short id in place of the id of a link, with how to find that. */
function explained(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== "not_found") return error;
  const hint =
    "This is a short id: the id of a link begins with lnk_. GET /v1/links?q= finds it by its short id.";
  return new ServiceError("not_found", `${error.message} ${hint}`);
}

const validators = (head: Head): MiddlewareHandler<AppEnv>[] =>
  partsOf(head).map(([target, schema]) => zValidator(target, schema, rejectWithAllProblems(head)));

/** The parts that the validators parsed, in one object. */
const validHead = <H extends Head>(c: AppContext, head: H): z.output<H> =>
  // The validators parsed every part with its schema in `head`, but Hono infers types for inline routes only.
  Object.fromEntries(partsOf(head).map(([target]) => [target, c.req.valid(target as never)])) as z.output<H>;

const partsOf = ({ shape }: Head) =>
  (["header", "param", "query"] as const).flatMap((target) => {
    const schema = shape[target];
    return schema ? [[target, schema] as const] : [];
  });

/** A validator hook: if one part is invalid, throws `validation_failed` with the problems of all parts of `head`. */
const rejectWithAllProblems =
  (head: z.ZodType) =>
  (result: { success: boolean }, { req }: Context): void => {
    if (result.success) return;
    // A repeated parameter stays an array, which every schema rejects.
    const query = Object.entries(req.queries()).map(([name, [first, ...more]]) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]);
    const parts: Partial<Record<keyof ValidationTargets, unknown>> = {
      header: req.header(),
      param: req.param(),
      query: Object.fromEntries(query),
    };
    parseHead(head, parts);
  };

/** Parses the parts of a request's head. Throws `validation_failed` with all problems, under the names that callers use. */
function parseHead<T>(head: z.ZodType<T>, parts: { query?: unknown }): T {
  const isRepeated = ([, value]: [string, unknown]) => Array.isArray(value);
  const repeated = Object.entries(parts.query ?? {}).filter(isRepeated);
  if (repeated.length === 0) return parse(head, parts, nameOf, nounOf);
  throw validationFailed(repeated.map(([field]) => ({ field, message: "is given twice" })));
}

const nounOf = ([target]: readonly PropertyKey[]): string => (target === "query" ? "parameter" : "property");

const nameOf = ([target, ...path]: readonly PropertyKey[]): string =>
  target === "header" ? (HEADER_NAMES[String(path[0])] ?? fieldName(path)) : fieldName(path);
