import type { Hono } from "hono";
import type * as z from "zod";
import { requireScope } from "../access/permissions.ts";
import { fieldName, parse } from "../core/validation.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { readBytes } from "../platform/request-body.ts";
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
type CallContext = Pick<
  OperationRequest<Head, unknown>,
  "actor" | "origins" | "correlationId" | "dependencies"
>;

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
  const { method, path, scope, head, body, upload, handle } = description;
  const pathWith = (params: OperationCall["param"]): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const run = async (c: AppContext): Promise<Response> => {
    const parts = partsOf(c.req, head);
    const values = parseHead(head, parts);
    const json = body ? await readJsonObject(c.req.raw, body.mediaTypes) : {};
    // With an upload, B is the bytes.
    const bytes = upload ? ((await readBytes(c.req.raw, upload.maxBytes)) as B) : undefined;
    const { actor, origins, correlationId, dependencies } = c.var;
    const response = await handle({
      actor,
      head: values,
      // Without `body`, B is undefined.
      body: body ? body.read(json) : (bytes as B),
      json,
      path: pathWith(parts.param),
      origins,
      correlationId,
      dependencies,
    });
    return method === "GET" ? orNotModified(c.req.raw, response) : response;
  };
  return {
    ...description,
    async perform({ json, ...parts }, context) {
      if (scope) requireScope(context.actor, scope);
      return handle({
        ...context,
        head: parseHead(head, parts),
        // Without `body`, B is undefined.
        body: body ? body.read(json) : (undefined as B),
        json,
        path: pathWith(parts.param),
      });
    },
    mount(app) {
      app.on(method, path.replace(/\{(\w+)\}/g, ":$1"), authenticate(description), run);
    },
  };
}

/** The headers, path and query of a request, as far as `head` describes them. */
function partsOf(req: AppContext["req"], { shape: { header, query } }: Head) {
  const queries = Object.entries(query ? req.queries() : {});
  return {
    header: Object.fromEntries(Object.keys(header.shape).map((name) => [name, req.header(name)])),
    param: req.param(),
    // A repeated parameter stays an array, which every schema rejects.
    query: Object.fromEntries(
      queries.map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
    ),
  };
}

/** Parses the parts of a request's head. Throws `validation_failed` with all problems, under the names that callers use. */
const parseHead = <H extends Head>(head: H, parts: object): z.output<H> =>
  // The parsed value is the output of `head`; TypeScript can't infer that through the type parameter.
  parse(head, parts, nameOf) as z.output<H>;

const nameOf = ([target, ...path]: readonly PropertyKey[]): string =>
  target === "header" ? (HEADER_NAMES[String(path[0])] ?? fieldName(path)) : fieldName(path);
