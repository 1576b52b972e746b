import { zValidator } from "@hono/zod-validator";
import type { Context, Hono, MiddlewareHandler, ValidationTargets } from "hono";
import type * as z from "zod";
import { requireScope } from "../access/permissions.ts";
import { fieldName, parse } from "../core/validation.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { readBytes } from "../platform/body-bytes.ts";
import { authenticate } from "./authentication.ts";
import { unlessNamed } from "./entity-tags.ts";
import { readJsonObject } from "./json-body.ts";
import type { BodyDescription, Head, Operation, OperationRequest } from "./operation-description.ts";
import { HEADER_NAMES } from "./request-head.ts";

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

/**
 * A hook for the validators of a request's head: if one part is not valid, throws `validation_failed` with the
 * problems of all parts of `head` at once, each under the name that the caller used.
 */
const orProblemsOf =
  (head: z.ZodType) =>
  (result: { success: boolean }, { req }: Context): void => {
    if (result.success) return;
    // A repeated parameter stays an array, which no schema accepts.
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

/** The parts of a request's head, parsed. Throws `validation_failed` with all problems, each under its caller's name. */
const parseHead = <T>(head: z.ZodType<T>, parts: object): T => parse(head, parts, nameOf);

const nameOf = ([target, ...path]: readonly PropertyKey[]): string =>
  target === "header" ? (HEADER_NAMES[String(path[0])] ?? fieldName(path)) : fieldName(path);
