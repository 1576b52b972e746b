import fc from "fast-check";
import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, type Json, type RequestOptions, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { JOBS, LATER } from "./faults.ts";
import { PLAN, PLANNED, type Planned } from "./planned.ts";

/** A request, and the faults of its calls. */
export interface Step {
  does: keyof typeof STEPS;
  plan: Planned[];
  word: string;
}

/** A link whose create was acknowledged, and its possible states: a lost response may have been a change. */
export interface Known {
  id: string;
  shortId: string;
  /** Its destination, if its definition decides it. */
  customUrl?: string;
  /** The beginnings of all URLs to which it ever redirected. */
  ever: Set<string>;
  codes: number;
  slug?: string;
}

/** The service, and the links of one run. */
export interface Run {
  service: RunningService;
  key: string;
  links: Known[];
  /** How far the clock of the isolate is ahead, in milliseconds. */
  clock: number;
}

const sent = (
  { service, key, clock }: Run,
  [method, path, body]: [string, string, unknown?],
  plan: readonly Planned[],
  options: RequestOptions = {},
): Promise<Answer> =>
  send(service, method, path, body, {
    key,
    ...options,
    headers: {
      [LATER]: String(clock),
      ...(plan.length > 0 && { [PLAN]: plan.join(",") }),
      ...options.headers,
    },
  });

/** A response during faults is correct, or a 503 with Retry-After: never a bug, never wrong. */
function expectHonest(answer: Answer): boolean {
  const isGood = answer.status < 400;
  if (!isGood) {
    expect(
      [answer.status, answer.json?.error?.code ?? "service_unavailable"],
      answer.text.slice(0, 300),
    ).toEqual([503, "service_unavailable"]);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
  }
  return isGood;
}

/** Sends again with the same key until it is acknowledged, finally without faults. */
async function acknowledged(
  run: Run,
  request: [string, string, unknown],
  plan: readonly Planned[],
): Promise<Answer> {
  const idempotencyKey = crypto.randomUUID();
  const first = await sent(run, request, plan, { idempotencyKey });
  return expectHonest(first) ? first : sent(run, request, [], { idempotencyKey });
}

async function make(run: Run, body: object, plan: readonly Planned[], known: Partial<Known>): Promise<void> {
  const answer = await acknowledged(run, ["POST", "/v1/links", body], plan);
  const { id, shortId } = expectLink(answer);
  run.links.push({ id, shortId, ever: new Set(), codes: 1, ...known });
}

const custom = (word: string) => {
  const customUrl = `https://example.com/${word}`;
  return [linkBody("custom custom_url", { customUrl }), { customUrl, ever: new Set([customUrl]) }] as const;
};

type Act = (run: Run, plan: readonly Planned[], word: string) => Promise<void>;
const onLast =
  (act: (run: Run, plan: readonly Planned[], word: string, link: Known) => Promise<void>): Act =>
  async (run, plan, word) => {
    const link = run.links.at(-1);
    if (link) await act(run, plan, word, link);
  };

const STEPS = {
  create: (run, plan, word) => {
    const [body, known] = custom(word);
    return make(run, body, plan, known);
  },
  /** Calls a retailer's API. */
  cart: (run, plan) =>
    make(run, linkBody("bigbox_w add_to_cart"), plan, { ever: new Set(["https://www.walmart.com/"]) }),
  /** Requests a page from the delivery app's API, after the response. */
  list: (run, plan) => {
    const fallbackUrl = "https://example.com/instead";
    const ever = new Set([fallbackUrl, "https://www.instacart.com/store/"]);
    return make(run, linkBody("delivery_app shopping_list", { fallbackUrl }), plan, { ever });
  },
  /** Rows that failed separately are created when all are sent again. */
  bulk: async (run, plan, word) => {
    const rows = [custom(word), custom(`${word}2`), custom(`${word}3`)];
    const idempotencyKey = crypto.randomUUID();
    const request: [string, string, unknown] = [
      "POST",
      "/v1/links/bulk",
      { links: rows.map(([body]) => body) },
    ];
    expectHonest(await sent(run, request, plan, { idempotencyKey }));
    const { status, text, json } = await sent(run, request, [], { idempotencyKey });
    expect([status, json.data?.map((row: Json) => row.status)], text).toEqual([200, [201, 201, 201]]);
    for (const [index, { body }] of json.data.entries())
      run.links.push({
        codes: 1,
        ever: new Set(),
        ...rows[index]?.[1],
        id: body.data.id,
        shortId: body.data.shortId,
      });
  },
  patch: onLast(async (run, plan, word, link) => {
    const customUrl = `https://example.com/changed/${word}`;
    const change = link.customUrl === undefined ? { name: word } : { customUrl };
    const answer = await acknowledged(run, ["PATCH", `/v1/links/${link.id}`, change], plan);
    expect(answer.status, answer.text).toBe(200);
    if (link.customUrl === undefined) return;
    link.customUrl = customUrl;
    link.ever.add(customUrl);
  }),
  slug: onLast(async (run, plan, word, link) => {
    // Of this link only; a link may have had ten.
    link.slug ??= `${word}-${link.shortId}`;
    const answer = await acknowledged(
      run,
      ["PATCH", `/v1/links/${link.id}?include=slug`, { slug: link.slug }],
      plan,
    );
    expect([answer.status, answer.json.data?.slug], answer.text).toEqual([200, link.slug]);
  }),
  code: onLast(async (run, plan, word, link) => {
    const answer = await acknowledged(run, ["POST", `/v1/links/${link.id}/qr-codes`, { name: word }], plan);
    expect(answer.status, answer.text).toBe(201);
    link.codes++;
  }),
  read: onLast(async (run, plan, _, { id, customUrl }) => {
    const answer = await sent(run, ["GET", `/v1/links/${id}/definition`], plan);
    if (expectHonest(answer)) expect(answer.json.data.customUrl).toBe(customUrl);
  }),
  visit: onLast(async (run, plan, word, { shortId, slug, ever }) => {
    const answer = await sent(run, ["GET", `/${(word < "m" && slug) || shortId}`], plan);
    if (answer.status === 503) return;
    expect(answer.status, answer.text.slice(0, 200)).toBe(302);
    const to = answer.headers.get("Location") ?? "";
    expect(
      [...ever].some((each) => to.startsWith(each)),
      `${to} of ${[...ever]}`,
    ).toBe(true);
  }),
  image: onLast(async (run, plan, _, { id }) => {
    const answer = await sent(run, ["GET", `/qr/qr_${id}_default.svg`], plan);
    if (answer.status === 503) return;
    expect([answer.status, answer.text.slice(0, 4)]).toEqual([200, "<svg"]);
    expect(answer.text.endsWith("</svg>")).toBe(true);
  }),
  /** A job may fail without harm. */
  jobs: async (run, plan) => {
    const answer = await sent(run, ["GET", "/health"], plan, { headers: { [JOBS]: "yes" } });
    expect([200, 503], answer.text).toContain(answer.status);
  },
} satisfies Record<string, Act>;

export const take = (run: Run, { does, plan, word }: Step): Promise<void> => STEPS[does](run, plan, word);

const NAMES = [
  "create",
  "create",
  "patch",
  "visit",
  "visit",
  ...Object.keys(STEPS),
] as (keyof typeof STEPS)[]; // of STEPS

export const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...NAMES),
  plan: fc.array(fc.constantFrom(...PLANNED), { maxLength: 8 }),
  word: fc.stringMatching(/^[a-z]{1,4}$/),
});
