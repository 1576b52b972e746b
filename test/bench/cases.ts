import { CHOICE, DOMAIN, ON_DOMAIN, RULES, SCHEDULED } from "./bare-workerd.ts";
import type { LoadRequest } from "./load.ts";
import { BROWSERS, creates, followed, reads, unknownVisits, visits } from "./requests.ts";
import type { Stored } from "./storage.ts";

/** One side of a comparison: a Worker, and its requests. */
export interface Side {
  /** A peer's file, optionally with a comma and a variant, or the service. */
  worker: `peers/${string}` | "service" | "service, beside itself" | "service, counting off";
  requests: (stored: Stored) => () => LoadRequest;
  status: number;
}

/** The service beside the minimum that any Worker needs for the same task. */
export interface Case {
  name: string;
  peer: Side;
  /** In two cases another peer, which shows the possible minimum of a Worker. */
  service: Side;
  /** The minimum share of the peer's requests per second; null without a target. */
  target: number | null;
  /** Both run in bare workerd: Miniflare takes more time than a redirect. */
  bare?: boolean;
  /** After how many requests they repeat. Absent: never. */
  repeats?: number;
}

const paths = (ids: readonly string[], before: string, after = "") => ids.map((id) => before + id + after);
/** Few enough links to stay in the isolate's cache, visited by the browsers of `visits`. */
const warm = ({ shortIds }: Stored) => visits(paths(shortIds.slice(0, 10), "/"));
const referred = ({ shortIds }: Stored) => followed(paths(shortIds.slice(0, 10), "/"));
/** As many links with a schedule. */
const scheduled = () => visits(paths(Array.from("0123456789"), `/${SCHEDULED}00`));
/** As many links by slug, and on a domain of their organization. */
const slugs = () => visits(paths(Array.from("0123456789"), "/summer-soups-"));
const onDomain = () => visits(paths(Array.from("0123456789"), `/${ON_DOMAIN}000`), { Host: DOMAIN });
/** As many links that redirect by ten rules. */
const ruled = () => visits(paths(Array.from("0123456789"), `/${RULES}0000`));
/** As many choice links, and an offer of each. */
const choices = () => visits(paths(Array.from("0123456789"), `/${CHOICE}0000`));
const taps = () => visits(paths(Array.from("0123456789"), `/${CHOICE}0000`, "/amazon"));
const repeats = BROWSERS;
/** More links than an isolate caches, in turn: each is dropped before it repeats. */
const unseen = ({ shortIds }: Stored) => visits(paths(shortIds, "/"));
const sameUnknown = () => visits(["/zzzzzzzz"]);
const read = ({ apiKey, linkIds }: Stored) => reads(paths(linkIds, "/v1/links/"), apiKey);
/** Few enough codes that the requests before the measurement leave all of them in the cache. */
const image = ({ linkIds }: Stored) => visits(paths(linkIds.slice(0, 50), "/qr/qr_", "_default.svg"));
const create = ({ apiKey }: Stored) => creates(apiKey);

const service = (requests: Side["requests"], status: number): Side => ({
  worker: "service",
  requests,
  status,
});
const peer = (name: string, requests: Side["requests"], status: number): Side => ({
  worker: `peers/${name}`,
  requests,
  status,
});

export const CASES = {
  warm: {
    name: "warm short link / constant 302",
    peer: peer("constant-redirect", warm, 302),
    service: service(warm, 302),
    target: 0.9,
    repeats,
  },
  configuration: {
    name: "constant 302 / without our wrangler.toml",
    peer: peer("constant-redirect, nothing configured", warm, 302),
    service: peer("constant-redirect", warm, 302),
    target: null,
    repeats,
  },
  bare: {
    name: "warm short link / constant 302, bare workerd",
    peer: peer("constant-redirect", warm, 302),
    service: service(warm, 302),
    target: 0.82,
    bare: true,
    repeats,
  },
  floor: {
    name: "kept 302, request read / constant 302, bare workerd",
    peer: peer("constant-redirect", warm, 302),
    service: peer("kept-redirect", warm, 302),
    target: null,
    bare: true,
    repeats,
  },
  headers: {
    name: "warm short link / 302 with the same headers, bare workerd",
    peer: peer("constant-redirect-headers", warm, 302),
    service: service(warm, 302),
    target: 0.95,
    bare: true,
    repeats,
  },
  "headers-floor": {
    name: "kept 302, request read / 302 with the same headers, bare workerd",
    peer: peer("constant-redirect-headers", warm, 302),
    service: peer("kept-redirect", warm, 302),
    target: null,
    bare: true,
    repeats,
  },
  noise: {
    name: "warm short link / itself, bare workerd: noise",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(warm, 302),
    target: null,
    bare: true,
    repeats,
  },
  referrer: {
    name: "warm short link with a Referer / without one, bare workerd",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(referred, 302),
    target: 0.93,
    bare: true,
    repeats,
  },
  schedule: {
    name: "warm link with a schedule / without one, bare workerd",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(scheduled, 302),
    target: 0.97,
    bare: true,
    repeats,
  },
  slug: {
    name: "warm link by its slug / by its short id, bare workerd",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(slugs, 302),
    target: 0.97,
    bare: true,
    repeats,
  },
  domain: {
    name: "warm link on a second domain / on the default host, bare workerd",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(onDomain, 302),
    target: 0.97,
    bare: true,
    repeats,
  },
  rules: {
    name: "warm link with ten rules / without one, bare workerd",
    peer: { worker: "service, beside itself", requests: warm, status: 302 },
    service: service(ruled, 302),
    target: 0.9,
    bare: true,
    repeats,
  },
  "choice-page": {
    name: "warm choice page / a constant page of that size with the same headers, bare workerd",
    peer: peer("constant-page", warm, 200),
    service: service(choices, 200),
    target: 0.75,
    bare: true,
    repeats,
  },
  "choice-tap": {
    name: "warm tap on an offer / 302 with the same headers, bare workerd",
    peer: peer("constant-redirect-headers", warm, 302),
    service: service(taps, 302),
    target: 0.9,
    bare: true,
    repeats,
  },
  unseen: {
    name: "unseen short link / KV get",
    peer: peer("kv-get", unseen, 302),
    service: service(unseen, 302),
    target: 0.85,
  },
  unknown: {
    name: "unknown ids / KV get, D1 read",
    peer: peer("kv-get-d1-read", unknownVisits, 404),
    service: service(unknownVisits, 404),
    target: 0.8,
  },
  "same-unknown": {
    name: "same unknown id / constant 302",
    peer: peer("constant-redirect", sameUnknown, 302),
    service: service(sameUnknown, 404),
    target: 0.85,
    repeats,
  },
  counting: {
    name: "counting on / off",
    peer: { worker: "service, counting off", requests: warm, status: 302 },
    service: service(warm, 302),
    target: 0.95,
    repeats,
  },
  create: {
    name: "POST /v1/links / its storage work",
    peer: peer("create-storage", create, 201),
    service: service(create, 201),
    target: 0.85,
  },
  "create-least": {
    name: "create in one function / its storage work",
    peer: peer("create-storage", create, 201),
    service: peer("create-least", create, 201),
    target: null,
  },
  read: {
    name: "GET /v1/links/{id} / D1 read",
    peer: peer("d1-read", read, 200),
    service: service(read, 200),
    target: 0.6,
  },
  image: {
    name: "QR image / the cache's match",
    peer: peer("cache-match", image, 200),
    service: service(image, 200),
    target: 0.7,
  },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;
// Object.keys gives plain strings.
export const CASE_NAMES = Object.keys(CASES) as CaseName[];
