import { describe, expect, test } from "vitest";
import type { Claim } from "../../src/features/writes/claim.ts";
import { readHolder } from "../../src/features/writes/claim-store.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../../src/features/writes/guarded-change.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { bothGuards, guardSql } from "../../src/ground/platform/guard.ts";
import { CREATED } from "../links/links.ts";
import { insertProjects } from "../service.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "./claims.ts";

const service = await useService();
const { organization, env } = service;
const { DB } = env;
await service.issueKey();

let used = 0;
async function project(): Promise<string> {
  const id = `project-${++used}`;
  await insertProjects(DB, organization, [id]);
  return id;
}
const nameOf = (id: string) => DB.prepare("SELECT name FROM projects WHERE id = ?1").bind(id).first("name");

/** Names a project that is still called `from`, in `db`. */
function rename(id: string, to: string, claim: Claim | null, { from = "Old", db = DB } = {}) {
  const made = { sql: "EXISTS (SELECT 1 FROM projects WHERE id = ? AND name = ?)", values: [id, to] };
  const unchanged = bothGuards(
    { sql: "name = ?", values: [from] },
    scopeIsFree(claim, CREATED.toISOString()),
  );
  const first = DB.prepare(`UPDATE projects SET name = ?1 WHERE id = ?2 AND ${guardSql(unchanged, 3)}`);
  const rest = DB.prepare(`UPDATE projects SET created_at = ?1 WHERE id = ?2 AND ${guardSql(made, 3)}`);
  return writeGuarded(db, {
    first: first.bind(to, id, ...unchanged.values),
    made,
    claim,
    rest: [rest.bind(to, id, ...made.values)],
    wasMade: async () => (await nameOf(id)) === to,
  });
}

/** A database that commits the first batch and loses its answer, and says how many batches it got. */
function losingAnswers() {
  const batches = { count: 0 };
  const db = new Proxy(DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== "batch") return value;
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        if (++batches.count === 1) throw serviceUnavailable(new Error("lost"));
        return results;
      };
    },
  });
  return { db, batches };
}

const WRITTEN: ChangeOutcome = { kind: "written" };
/** A claim of an hour ago on the scope of `claim`, or one that ends at that moment. */
const rivalOf = (claim: Claim, hoursAgo = 1) =>
  claimOf(`rival-${++used}`, CREATED, { rival: claim, hoursAgo });

describe.each([["with", claimOf("change", CREATED)] as const, ["without", null] as const])(
  "%s a claim",
  (_, given) => {
    const fresh = () => given && claimOf(`change-${++used}`, CREATED);

    test("a change is written with all its rows and its claim", async () => {
      const [id, claim] = [await project(), fresh()];
      expect(await rename(id, "New", claim)).toEqual(WRITTEN);
      expect(await nameOf(id)).toBe("New");
      expect(
        await DB.prepare("SELECT created_at FROM projects WHERE id = ?1").bind(id).first("created_at"),
      ).toBe("New");
      if (claim) expect(await readHolder(DB, claim.scope)).toEqual(claim);
    });

    test("a concurrent change is preserved, and no claim is stored", async () => {
      const [id, claim] = [await project(), fresh()];
      expect(await rename(id, "New", claim, { from: "Other" })).toEqual({ kind: "outdated" });
      expect(await nameOf(id)).toBe("Old");
      if (claim) expect(await readHolder(DB, claim.scope)).toBeNull();
    });

    test("sending it again makes no second change", async () => {
      const [id, claim] = [await project(), fresh()];
      for (const _time of [1, 2]) expect(await rename(id, "New", claim)).toEqual(WRITTEN);
    });

    test("after a lost response, the change is looked up and not sent again", async () => {
      const [id, claim] = [await project(), fresh()];
      const { db, batches } = losingAnswers();
      expect(await rename(id, "New", claim, { db })).toEqual(WRITTEN);
      expect(batches.count).toBe(1);
      const outdated = losingAnswers();
      expect(await rename(id, "Newer", claim && fresh(), { from: "Other", db: outdated.db })).toEqual({
        kind: "outdated",
      });
      expect(outdated.batches.count).toBe(2);
    });
  },
);

test("another request's claim on the scope prevents the change and is returned", async () => {
  const [id, claim] = [await project(), claimOf("change", CREATED)];
  const rival = rivalOf(claim);
  await hold(DB, rival);
  expect(await rename(id, "New", claim)).toEqual({ kind: "claimed", claim: rival });
  expect(await nameOf(id)).toBe("Old");
  expect(await readHolder(DB, claim.scope)).toEqual(rival);
});

test("a claim on another scope, or an expired claim, does not prevent the change", async () => {
  const [id, claim] = [await project(), claimOf("change", CREATED)];
  await hold(DB, claimOf("another scope", CREATED));
  await hold(DB, rivalOf(claim, 24));
  expect(await rename(id, "New", claim)).toEqual(WRITTEN);
  expect(await readHolder(DB, claim.scope)).toEqual(claim);
});

test("an outdated change is reported as such despite an expired claim", async () => {
  const [id, claim] = [await project(), claimOf("change", CREATED)];
  const ended = rivalOf(claim, 24);
  await hold(DB, ended);
  expect(await rename(id, "New", claim, { from: "Other" })).toEqual({ kind: "outdated" });
  expect(await readHolder(DB, claim.scope)).toEqual(ended);
});

test("a claim made by the same attempt counts as its own", async () => {
  const [id, claim] = [await project(), claimOf("change", CREATED)];
  await hold(DB, claim);
  expect(await rename(id, "New", claim, { from: "Other" })).toEqual(WRITTEN);
});
