import { expect, test } from "vitest";
import type { Env } from "../../src/env.ts";
import type { OrganizationActor } from "../../src/features/access/actor.ts";
import { changeLinks } from "../../src/features/links/change-links.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });

const EDITOR: OrganizationActor = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "editor",
  projects: "all",
};
const ORIGINS = { shortLink: "https://go.example", api: "https://go.example", problem: null };

const OFF = { patch: { status: "inactive" }, expected: null } as const;

/** The bindings with a database that answers `calls` times, as it does for a request on Cloudflare's Free plan. */
function limited(env: Env, calls: number): Env {
  let left = calls;
  const spend = () => {
    if (left-- <= 0) throw new Error("D1_ERROR: too many API requests by single worker invocation");
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const statement = (original: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(original, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        return async (...values: unknown[]) => {
          spend();
          return Reflect.get(target, name).apply(target, values);
        };
      },
    });
    originals.set(proxy, original);
    return proxy;
  };
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => statement(target.prepare(sql));
      if (name !== "batch") throw new Error(`${String(name)} is not limited`);
      return async (statements: D1PreparedStatement[]) => {
        spend();
        return target.batch(statements.map((each) => originals.get(each) ?? each));
      };
    },
  });
  return { ...env, DB };
}

/** Switches links off, and comes back once the work after that is done too. */
async function switchOff(env: Env, linkIds: readonly string[]) {
  const { waitUntil, settled } = gatherWork();
  const outcomes = await changeLinks(
    EDITOR,
    {
      edits: linkIds.map((linkId) => ({ linkId, ...OFF })),
      writeOf: async (linkId) => ({
        ...(await idempotencyRequest("acme", "POST", `/test#${linkId}`, "the-same-form", ["off"])),
        receipt: () => linkId,
      }),
    },
    { ...openDependencies(env, waitUntil), origins: ORIGINS },
  );
  await settled();
  return outcomes;
}

test("with a limit of 50 queries, the rest of 25 links is reported as not done, and a retry completes it", async () => {
  const links = await Promise.all(
    Array.from({ length: 25 }, (_, n) => storedLink(service.env.DB, { name: `Link ${n}` })),
  );
  const ids = links.map(({ id }) => id);
  const statuses = async () => {
    const { results } = await service.env.DB.prepare("SELECT status FROM links ORDER BY id").all<{
      status: string;
    }>();
    return results.filter(({ status }) => status === "inactive").length;
  };
  let open: string[] = ids;
  const rounds: number[] = [];
  while (open.length > 0 && rounds.length < 5) {
    const outcomes = await switchOff(limited(service.env, 50), open);
    expect(outcomes.map(({ linkId }) => linkId)).toEqual(open);
    const failed = outcomes.filter(({ error }) => error !== undefined);
    expect(failed.every(({ error }) => error === "service_unavailable")).toBe(true);
    rounds.push(open.length - failed.length);
    open = failed.map(({ linkId }) => linkId);
    // What is reported as done is done. A link whose answer was lost may be done as well.
    expect(await statuses()).toBeGreaterThanOrEqual(ids.length - open.length);
  }
  expect(open).toEqual([]);
  expect(rounds.length).toBeLessThanOrEqual(3);
  expect(await statuses()).toBe(25);
});

test("database failures stop the other links only after five in a row", async () => {
  const links = await Promise.all(Array.from({ length: 11 }, () => storedLink(service.env.DB)));
  const ids = links.map(({ id }) => id);
  const unanswered = ids.slice(0, 4);
  const { waitUntil, settled } = gatherWork();
  const outcomes = await changeLinks(
    EDITOR,
    {
      edits: ids.map((linkId) => ({ linkId, ...OFF })),
      async writeOf(linkId) {
        if (unanswered.includes(linkId)) throw serviceUnavailable(new Error("lost"));
        const request = await idempotencyRequest("acme", "POST", `/test#${linkId}`, "some-are-lost", ["off"]);
        return { ...request, receipt: () => linkId };
      },
    },
    { ...openDependencies(service.env, waitUntil), origins: ORIGINS },
  );
  await settled();
  expect(outcomes).toEqual(
    ids.map((linkId) =>
      unanswered.includes(linkId) ? { linkId, error: "service_unavailable" } : { linkId, isChanged: true },
    ),
  );
});
