import { expect, test } from "vitest";
import { publishChanges } from "../../src/features/short-links/publish-changes.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB, LINKS } = service.env;
const { redirects } = dependenciesOf(service.env);
const DUE = new Date("2026-11-23T12:00:00.000Z");
const NOW = new Date("2026-11-23T12:00:05.000Z");

/** A link that was changed so many milliseconds before the run is due; returns its short id. */
async function changed(ms: number): Promise<string> {
  const { shortId } = await storedLink(DB);
  await DB.prepare(
    "INSERT INTO link_changes (short_id, changed_at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET changed_at = ?2",
  )
    .bind(shortId, new Date(DUE.getTime() - ms).toISOString())
    .run();
  return shortId;
}
/** The time of each recorded change. */
async function noted() {
  const statement = DB.prepare("SELECT short_id, changed_at FROM link_changes");
  const { results } = await statement.all<{ short_id: string; changed_at: string }>();
  return Object.fromEntries(results.map(({ short_id, changed_at }) => [short_id, changed_at]));
}
const copyOf = (shortId: string) => LINKS.get(`link:${shortId}`);

test("changes older than a minute are published once more, and failures wait behind the others", async () => {
  const [old, settled, recent, failing] = [
    await changed(120_000),
    await changed(60_000),
    await changed(59_999),
    await changed(90_000),
  ];
  const asked: string[] = [];
  const logged: unknown[] = [];
  const run = () =>
    publishChanges({
      db: DB,
      redirects: {
        ...redirects,
        async publishCurrent(shortId) {
          asked.push(shortId);
          if (shortId === failing) throw serviceUnavailable(new Error("down"));
          await redirects.publishCurrent(shortId);
        },
      },
      due: DUE,
      now: () => NOW,
      log: (...line) => void logged.push(line),
    });
  await run();
  expect(asked).toEqual([old, failing, settled]);
  expect(
    await Promise.all([old, settled, recent, failing].map(async (id) => (await copyOf(id)) !== null)),
  ).toEqual([true, true, false, false]);
  expect(await noted()).toEqual({
    [recent]: new Date(DUE.getTime() - 59_999).toISOString(),
    [failing]: NOW.toISOString(),
  });
  expect(logged).toEqual([["error", "publish", { shortId: failing, cause: expect.anything() }]]);
  await run();
  expect(asked).toHaveLength(3);
});

test("a change that is published separately is not published again", async () => {
  await DB.prepare("DELETE FROM link_changes").run();
  const only = await changed(60_000);
  await publishChanges({ db: DB, redirects, due: DUE, now: () => NOW, log: () => {} });
  expect(await copyOf(only)).not.toBeNull();
  expect(await noted()).toEqual({});
});
