import fc from "fast-check";
import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, get, type Json, type RequestOptions, send } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { useService } from "../use-service.ts";
import { LATER } from "./faults.ts";
import { PLAN, PLANNED, type Planned } from "./planned.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();

/** A request, and what befalls the calls that it makes. */
interface Step {
  does: "create" | "patch" | "code" | "read" | "visit" | "image";
  plan: Planned[];
  word: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom("create", "create", "patch", "code", "read", "visit", "visit", "image"),
  plan: fc.array(fc.constantFrom(...PLANNED), { maxLength: 8 }),
  word: fc.stringMatching(/^[a-z]{1,4}$/),
});

/** A link whose create was acknowledged, and all that it may say: an answer that was lost may have been a change. */
interface Known {
  id: string;
  shortId: string;
  /** The last acknowledged destination, and those of changes whose answers were lost since. */
  may: string[];
  ever: Set<string>;
}

let clock = 0;
const sent = (
  method: string,
  path: string,
  plan: readonly Planned[],
  body?: unknown,
  options: RequestOptions = {},
): Promise<Answer> =>
  send(service, method, path, body, {
    key,
    ...options,
    headers: { [LATER]: String(clock), ...(plan.length > 0 && { [PLAN]: plan.join(",") }) },
  });

/** An answer while parts fail is a good one, or says that it is worth trying again: never a bug, never a wrong fact. */
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

/** Sends again with the same key until it is acknowledged: then without faults. */
async function acknowledged(
  method: string,
  path: string,
  plan: readonly Planned[],
  body: unknown,
): Promise<Answer> {
  const idempotencyKey = crypto.randomUUID();
  const first = await sent(method, path, plan, body, { idempotencyKey });
  return expectHonest(first) ? first : sent(method, path, [], body, { idempotencyKey });
}

async function take({ does, plan, word }: Step, links: Known[]): Promise<void> {
  if (does === "create") {
    const customUrl = `https://example.com/${word}`;
    const { id, shortId } = expectLink(
      await acknowledged("POST", "/v1/links", plan, linkBody("custom custom_url", { customUrl })),
    );
    links.push({ id, shortId, may: [customUrl], ever: new Set([customUrl]) });
    return;
  }
  const link = links.at(-1);
  if (!link) return;
  const path = `/v1/links/${link.id}`;
  switch (does) {
    case "patch": {
      const customUrl = `https://example.com/changed/${word}`;
      const answer = await acknowledged("PATCH", path, plan, { customUrl });
      expect(answer.status, answer.text).toBe(200);
      link.may = [customUrl];
      link.ever.add(customUrl);
      return;
    }
    case "code": {
      const answer = await acknowledged("POST", `${path}/qr-codes`, plan, { name: word });
      expect(answer.status, answer.text).toBe(201);
      return;
    }
    case "read": {
      const answer = await sent("GET", `${path}/definition`, plan);
      if (expectHonest(answer)) expect(link.may).toContain(answer.json.data.customUrl);
      return;
    }
    case "visit": {
      const answer = await sent("GET", `/${link.shortId}`, plan);
      if (answer.status === 503) return;
      expect(answer.status, answer.text.slice(0, 200)).toBe(302);
      expect(link.ever).toContain(answer.headers.get("Location"));
      return;
    }
    case "image": {
      const answer = await sent("GET", `/qr/qr_${link.id}_default.svg`, plan);
      if (answer.status === 503) return;
      expect([answer.status, answer.text.slice(0, 4)]).toEqual([200, "<svg"]);
      expect(answer.text.endsWith("</svg>")).toBe(true);
    }
  }
}

/** Each acknowledged link is there once, as it was acknowledged; nothing else is there. */
async function expectBalance(links: readonly Known[], before: number): Promise<void> {
  const { results } = await service.env.DB.prepare("SELECT COUNT(*) AS count FROM links").all<Json>();
  expect(results[0].count - before).toBe(links.length);
  for (const { id, may } of links) {
    const { json } = await get(service, `/v1/links/${id}/definition`, { key });
    expect(may).toContain(json.data.customUrl);
    const codes = await get(service, `/v1/links/${id}/qr-codes`, { key });
    const identifiers = codes.json.data.map(({ identifier }: Json) => identifier);
    expect(new Set(identifiers).size).toBe(identifiers.length);
  }
}

test("whatever befalls the calls of bindings, nothing acknowledged is lost, made twice or told wrongly", {
  timeout: patience() * 2,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12, size: "max" }), async (steps) => {
      // The last run's links are no longer remembered.
      clock += 80_000;
      const before = Number(
        await service.env.DB.prepare("SELECT COUNT(*) AS count FROM links").first("count"),
      );
      const links: Known[] = [];
      for (const each of steps) await take(each, links);
      await expectBalance(links, before);
    }),
    { numRuns: runs(25), seed: SEED },
  );
});
