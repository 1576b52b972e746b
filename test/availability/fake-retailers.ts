import { Buffer } from "node:buffer";
import { generateKeyPairSync, verify } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type LocalServer, startServer } from "../platform/local-server.ts";

/** Servers that speak the retailers' protocols as documented, authentication included. */

/** What is done instead of `reply`, which gives the documented answer. */
type Fault = (response: ServerResponse, reply: () => void) => void;

export interface FakeRetailer<State> extends LocalServer {
  /** What the retailer would say of each product; one that is missing is not known to it. */
  products: Map<string, State>;
  /** Names of products, and paths of their pictures on this server, where it tells them. */
  shown: Map<string, { name: string; picture?: string }>;
  /** Files that it serves to anyone, by path. */
  pictures: Map<string, Uint8Array>;
  /** The ids of each product call that was let in, in order. */
  calls: string[][];
  /** Method and path of every request, refused ones included. */
  requests: string[];
  /** Their queries. */
  queries: URLSearchParams[];
  /** Answers product calls in its own way while it is set. */
  fault: Fault | null;
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/** A fault that keeps calls waiting until `release`; `arrived` tells that the first one came. */
export function held() {
  const arrival = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const fault: Fault = (_, reply) => {
    arrival.resolve();
    release.promise.then(reply);
  };
  return { fault, arrived: arrival.promise, release: () => release.resolve() };
}

export const FAULTS = {
  "429": (response) => json(response, 429, { errors: [{ code: 429, message: "Too many requests" }] }),
  "500": (response) => json(response, 500, { errors: [{ code: 500, message: "Down" }] }),
  "502 in HTML": (response) => response.writeHead(502).end("<html>Bad gateway</html>"),
  garbage: (response) => response.end("\u0000\u0001 not JSON"),
  "another shape": (response) => json(response, 200, { hello: ["world"] }),
  "10 MB": (response) => json(response, 200, { items: "x".repeat(10_000_000) }),
  redirect: (response) => response.writeHead(302, { Location: "/elsewhere" }).end(),
  "a broken connection": (response) => response.destroy(),
} satisfies Record<string, Fault>;

async function start<State>(
  answer: (
    request: IncomingMessage,
    url: URL,
    body: string,
    fake: FakeRetailer<State>,
  ) => { ids: string[]; reply: (response: ServerResponse) => void } | ((response: ServerResponse) => void),
): Promise<FakeRetailer<State>> {
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? "", "http://fake");
    fake.requests.push(`${request.method} ${url.pathname}`);
    fake.queries.push(url.searchParams);
    const picture = fake.pictures.get(url.pathname);
    if (picture) {
      response.writeHead(200, { "Content-Type": "image/png" }).end(picture);
      return;
    }
    const answered = answer(request, url, body, fake);
    if (typeof answered === "function") return answered(response);
    fake.calls.push(answered.ids);
    const reply = () => answered.reply(response);
    if (fake.fault) fake.fault(response, reply);
    else reply();
  };
  const server = await startServer(listener);
  const fake: FakeRetailer<State> = {
    ...server,
    products: new Map(),
    shown: new Map(),
    pictures: new Map(),
    calls: [],
    requests: [],
    queries: [],
    fault: null,
  };
  return fake;
}

export interface WalmartItem {
  stock?: unknown;
  availableOnline?: unknown;
  offerId?: unknown;
  marketplace?: unknown;
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const WALMART_SECRETS = {
  WALMART_CONSUMER_ID: "consumer-1",
  WALMART_KEY_VERSION: "2",
  WALMART_PRIVATE_KEY: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

/** The affiliate look-up; signatures are verified for real and are good for 180 s. */
export const startFakeWalmart = (now = () => Date.now()) =>
  start<WalmartItem>((request, url, _body, fake) => {
    if (request.method !== "GET" || url.pathname !== "/items") return (response) => json(response, 404, {});
    const header = (name: string) => String(request.headers[name] ?? "");
    const [id, time, version] = ["wm_consumer.id", "wm_consumer.intimestamp", "wm_sec.key_version"].map(
      header,
    );
    const signed = Buffer.from(`${id}\n${time}\n${version}\n`);
    const signature = Buffer.from(header("wm_sec.auth_signature"), "base64");
    const known =
      id === WALMART_SECRETS.WALMART_CONSUMER_ID && version === WALMART_SECRETS.WALMART_KEY_VERSION;
    const fresh = Math.abs(now() - Number(time)) < 180_000;
    if (!known || !fresh || !verify("sha256", signed, keys.publicKey, signature)) {
      return (response) => json(response, 401, { errors: [{ code: 4001, message: "Unauthorized" }] });
    }
    const ids = (url.searchParams.get("ids") ?? "").split(",");
    return {
      ids,
      reply(response) {
        const bad = ids.length > 20 || ids.some((itemId) => !/^\d{1,12}$/.test(itemId));
        if (bad) return json(response, 400, { errors: [{ code: 4002, message: "Invalid itemId" }] });
        const items = ids.flatMap((itemId) => {
          const item = fake.products.get(itemId);
          const { name, picture } = fake.shown.get(itemId) ?? { name: `Item ${itemId}` };
          const thumbnailImage = picture && fake.origin + picture;
          return item ? [{ itemId: Number(itemId), name, thumbnailImage, ...item }] : [];
        });
        return json(response, 200, { items });
      },
    };
  });

export const KROGER_SECRETS = { KROGER_CLIENT_ID: "kroger-client", KROGER_CLIENT_SECRET: "kroger-secret" };

/** Products by `<location> <product id>`, the stock level as value; locations by postal code. */
export async function startFakeKroger(locations: Record<string, string> = {}, lifeSeconds = 1800) {
  let tokens = 0;
  const valid = new Set<string>();
  const fake = await start<string | null>((request, url, body, self) => {
    if (url.pathname === "/connect/oauth2/token") {
      const { KROGER_CLIENT_ID: id, KROGER_CLIENT_SECRET: secret } = KROGER_SECRETS;
      const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
      const grant = body === "grant_type=client_credentials&scope=product.compact";
      if (request.headers.authorization !== basic || !grant || request.method !== "POST") {
        return (response) => json(response, 400, { error: "invalid_client" });
      }
      const token = `kroger-token-${++tokens}`;
      valid.add(token);
      return (response) =>
        json(response, 200, { access_token: token, expires_in: lifeSeconds, token_type: "bearer" });
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!valid.has(token)) return (response) => json(response, 401, { error: "invalid_token" });
    if (url.pathname === "/locations") {
      const locationId = locations[url.searchParams.get("filter.zipCode.near") ?? ""];
      return (response) => json(response, 200, { data: locationId ? [{ locationId, name: "Shop" }] : [] });
    }
    if (url.pathname !== "/products") return (response) => json(response, 404, {});
    const ids = (url.searchParams.get("filter.productId") ?? "").split(",");
    const shop = url.searchParams.get("filter.locationId");
    const limit = Number(url.searchParams.get("filter.limit") ?? "10");
    return {
      ids,
      reply(response) {
        if (limit > 50) return json(response, 400, { errors: { reason: "filter.limit" } });
        const data = ids.flatMap((productId) => {
          const stockLevel = self.products.get(`${shop} ${productId}`);
          const shown = self.shown.get(productId);
          if (stockLevel === undefined && !shown) return [];
          const url = `${self.origin}${shown?.picture}`;
          const images = shown?.picture && [
            { perspective: "back", sizes: [{ size: "small", url: `${url}-back` }] },
            {
              perspective: "front",
              sizes: [
                { size: "large", url: `${url}-large` },
                { size: "small", url },
              ],
            },
          ];
          const details = shown && { description: shown.name, ...(images && { images }) };
          const item = stockLevel === null || stockLevel === undefined ? {} : { inventory: { stockLevel } };
          return [{ productId, upc: productId, ...details, items: [{ itemId: productId, ...item }] }];
        });
        return json(response, 200, { data: data.slice(0, limit) });
      },
    };
  });
  return Object.assign(fake, { revokeTokens: () => valid.clear() });
}

export const AMAZON_SECRETS = { AMAZON_CLIENT_ID: "amazon-client", AMAZON_CLIENT_SECRET: "amazon-secret" };
export const ASSOCIATES_TAG = "brand-20";

/** Availability types by ASIN; null is an item without listings. The token path is /auth/o2/token. */
export const startFakeAmazon = () =>
  start<string | null>((request, url, body, fake) => {
    const sent = request.method === "POST" ? JSON.parse(body) : {};
    if (url.pathname === "/auth/o2/token") {
      const { AMAZON_CLIENT_ID: id, AMAZON_CLIENT_SECRET: secret } = AMAZON_SECRETS;
      const known = sent.client_id === id && sent.client_secret === secret;
      const asked = sent.grant_type === "client_credentials" && sent.scope === "creatorsapi::default";
      if (!known || !asked) return (response) => json(response, 401, { error: "invalid_client" });
      return (response) => json(response, 200, { access_token: "amazon-token", expires_in: 3600 });
    }
    if (url.pathname !== "/catalog/v1/getItems") return (response) => json(response, 404, {});
    if (request.headers.authorization !== "Bearer amazon-token") {
      return (response) => json(response, 401, { message: "Unauthorized" });
    }
    const ids: string[] = sent.itemIds;
    const resources = JSON.stringify(sent.resources);
    return {
      ids,
      reply(response) {
        const right =
          ids.length <= 10 &&
          sent.partnerTag === ASSOCIATES_TAG &&
          sent.marketplace === "www.amazon.com" &&
          request.headers["x-marketplace"] === "www.amazon.com" &&
          resources === '["offersV2.listings.availability","itemInfo.title","images.primary.small"]';
        if (!right) return json(response, 400, { message: "ValidationException" });
        const items = ids.flatMap((asin) => {
          const type = fake.products.get(asin);
          if (type === undefined) return [];
          const shown = fake.shown.get(asin);
          const details = shown && {
            itemInfo: { title: { displayValue: shown.name, label: "Title", locale: "en_US" } },
            images: { primary: { small: { url: fake.origin + shown.picture, height: 75, width: 75 } } },
          };
          return [
            { asin, ...details, offersV2: { listings: type === null ? [] : [{ availability: { type } }] } },
          ];
        });
        const errors = ids
          .filter((asin) => !fake.products.has(asin))
          .map((asin) => ({ code: "ItemNotAccessible", message: asin }));
        const errorsPart = errors.length > 0 ? { errors } : {};
        return json(response, 200, items.length > 0 ? { itemsResult: { items }, ...errorsPart } : errorsPart);
      },
    };
  });
