import { expect, test } from "vitest";
import { NearestInstance } from "../../src/features/short-links/nearest-instance.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

const service = await useService();

const select = (db: Pick<D1Database, "prepare">) => db.prepare("SELECT 1 AS one");

/**
 * The real database. The local runtime has no replicas: `replica` has the result of a session say that it came from one.
 * `fault` applies to queries without a session.
 */
function database({ replica = false, fault }: { replica?: boolean; fault?: Fault } = {}): D1Database {
  const { DB } = service.env;
  const plain = fault ? faulty(DB, fault) : DB;
  const fromReplica = (statement: D1PreparedStatement) => ({
    async all() {
      const { meta, ...result } = await statement.all();
      return { ...result, meta: { ...meta, served_by_primary: false } };
    },
  });
  const database = {
    prepare: (query: string) => plain.prepare(query),
    withSession: (constraint: D1SessionConstraint) => ({
      prepare(query: string) {
        const statement = DB.withSession(constraint).prepare(query);
        return replica ? fromReplica(statement) : statement;
      },
    }),
  };
  // No other method is called.
  return database as unknown as D1Database;
}

test("the primary's result is final, with a session and without", async () => {
  const nearest = new NearestInstance();
  for (const now of [0, 1, 59_999, 60_000, 60_001]) {
    expect(await nearest.first(database(), now, select)).toEqual({ row: { one: 1 }, final: true });
  }
});

test("a replica's result is never final", async () => {
  const nearest = new NearestInstance();
  for (const now of [0, 1]) {
    expect(await nearest.first(database({ replica: true }), now, select)).toEqual({
      row: { one: 1 },
      final: false,
    });
  }
});

test.each(["throws", "hangs"] as const)(
  "a primary that %s gives way to a session, which may find a replica",
  async (fault) => {
    const nearest = new NearestInstance();
    await nearest.first(database(), 0, select);
    const down = database({ replica: true, fault });
    for (const now of [1, 2]) {
      expect(await nearest.first(down, now, select)).toEqual({ row: { one: 1 }, final: false });
    }
  },
);

test("no row is null, from any instance", async () => {
  const nearest = new NearestInstance();
  const none = (db: Pick<D1Database, "prepare">) => db.prepare("SELECT 1 AS one WHERE 0");
  for (const now of [0, 1]) expect((await nearest.first(database(), now, none)).row).toBeNull();
});
