import type { IncomingMessage, ServerResponse } from "node:http";
import { type LocalServer, startServer } from "../platform/local-server.ts";

/** What the delivery app was asked. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are there to check.
  body: any;
}

export type Behavior = (asked: Asked, response: ServerResponse, request: IncomingMessage) => unknown;

export interface DeliveryAppServer extends LocalServer {
  key: string;
  /** Requests with the right key, in their order. */
  asked: Asked[];
  /** How many requests carried another key, or none. */
  refused: number;
  /** How the next requests are answered, one after the other; then as documented. */
  next(...behaviors: Behavior[]): void;
  /** How all requests are answered from now on; as documented with null. */
  always(behavior: Behavior | null): void;
  /** Stores by postal code, for the retailers call. */
  stores: Record<string, { retailer_key: string; name: string; retailer_logo_url: string }[]>;
  /** Resolves with the next request that arrives. */
  arrival(): Promise<Asked>;
}

/** A store as the retailers call lists it. */
export const store = (retailer_key: string, name = retailer_key) => ({
  retailer_key,
  name,
  retailer_logo_url: "https://example.com/logo.png",
});

/** Answers with an error as the API words it. */
export const apiError =
  (status: number, ...codes: number[]): Behavior =>
  (_, response) => {
    const errors = codes.map((code) => ({ message: `error ${code}`, code }));
    const error = errors.length === 1 ? errors[0] : { message: "several", code: 9999, errors };
    send(response, status, { error, meta: { key: "abc" } });
  };

/** Answers with this status, body and headers. */
export const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Behavior =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

/** An answer that a test holds back until it calls `release`. */
export function held(): { behavior: Behavior; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    behavior: async (asked, response) => {
      await promise;
      asDocumented(asked, response);
    },
    release: resolve,
  };
}

/** Never answers. */
export const hang: Behavior = () => {};

/**
 * The delivery app's Developer Platform API as documented: bearer key, JSON, a new page for each call, errors
 * as `{error: {message, code}, meta}`.
 */
export async function startDeliveryApp(): Promise<DeliveryAppServer> {
  const queue: Behavior[] = [];
  const waiting: ((asked: Asked) => void)[] = [];
  let standing: Behavior | null = null;
  const local = await startServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? "", server.origin);
    const asked: Asked = {
      path: url.pathname,
      query: url.searchParams,
      body: text && JSON.parse(text),
    };
    if (request.headers.authorization !== `Bearer ${server.key}`) {
      server.refused++;
      apiError(401, 1002)(asked, response, request);
      return;
    }
    server.asked.push(asked);
    for (const resolve of waiting.splice(0)) resolve(asked);
    const behavior = queue.shift() ?? standing;
    if (behavior) behavior(asked, response, request);
    else if (asked.path !== "/idp/v1/retailers") asDocumented(asked, response);
    else send(response, 200, { retailers: server.stores[asked.query.get("postal_code") ?? ""] ?? [] });
  });
  const server: DeliveryAppServer = {
    ...local,
    key: "test-key-of-the-delivery-app",
    asked: [],
    refused: 0,
    stores: {},
    next: (...behaviors) => void queue.push(...behaviors),
    always: (behavior) => {
      standing = behavior;
    },
    arrival: () => new Promise((resolve) => waiting.push(resolve)),
  };
  return server;
}

let pages = 0;

/** Makes a page where the body is as documented, else answers with the API's parameter error. */
function asDocumented({ path, body }: Asked, response: ServerResponse): void {
  const isList = path === "/idp/v1/products/products_link";
  if (!isList && path !== "/idp/v1/products/recipe") {
    send(response, 404, {});
  } else if (problemIn(body, isList)) {
    send(response, 400, { error: { message: "Bad parameter", code: 1001 }, meta: { key: "abc" } });
  } else {
    pages++;
    const kind = isList ? "shopping_lists" : "recipes";
    send(response, 200, {
      products_link_url: `https://www.instacart.com/store/${kind}/${pages}?utm_source=api`,
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: judges what arrives, whatever its shape.
function problemIn(body: any, isList: boolean): string | undefined {
  const items = isList ? body.line_items : body.ingredients;
  const key = isList ? "line_item_measurements" : "measurements";
  if (typeof body.title !== "string" || !Array.isArray(items) || items.length === 0) return "title or items";
  if (body.instructions !== undefined && !Array.isArray(body.instructions)) return "instructions";
  const seen = new Set<string>();
  for (const item of items) {
    if (typeof item.name !== "string" || item.name === "") return "name";
    if ("quantity" in item || "unit" in item || "product_ids" in item) return "deprecated";
    if (item[isList ? "measurements" : "line_item_measurements"]) return "measurements of the other kind";
    for (const { quantity, unit } of item[key] ?? []) {
      if (!(quantity > 0) || typeof unit !== "string" || unit === "") return "measurement";
    }
    for (const upc of item.upcs ?? []) {
      if (!/^\d{12,14}$/.test(upc) || seen.has(upc)) return `upc ${upc}`;
      seen.add(upc);
    }
  }
  return undefined;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
