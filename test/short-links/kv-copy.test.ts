import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { redirectStore } from "../../src/features/short-links/kv-copy.ts";
import { redirectSources } from "../../src/features/short-links/look-up.ts";
import { NearestInstance } from "../../src/features/short-links/nearest-instance.ts";
import { redirectMemory } from "../../src/features/short-links/redirect-memory.ts";
import { queryShortLink, recallShortLink } from "../../src/features/short-links/resolve.ts";
import { log } from "../../src/ground/platform/log.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { setStatus } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { faulty } from "../faults/faults.ts";
import { post } from "../requests.ts";
import { type SharedService, useService } from "../use-service.ts";
import { otherVisits } from "./redirects.ts";

let service: SharedService;
let key: string;
let link: LinkResource;
beforeAll(async () => {
  service = await useService({}, "acme");
  ({ key } = await service.issueKey());
});
beforeEach(async () => {
  link = expectLink(await post(service, "/v1/links", linkBody(), { key }));
  await expect.poll(inKv).toMatchObject({ linkId: link.id });
});

const inKv = () => service.env.LINKS.get<RedirectEntry>(redirectKey(link.shortId), "json");
const deactivate = (env = service.env) => setStatus(env, link.id, "inactive");
const changes = async () =>
  (
    await service.env.DB.prepare("SELECT short_id FROM link_changes WHERE short_id = ?1")
      .bind(link.shortId)
      .all()
  ).results.length;

/** A KV namespace as seen from a data center: it caches values, and missing values, for `cacheTtl`. */
function dataCentre(kv: KVNamespace, clock: { now: number }): KVNamespace {
  const copies = new Map<string, { text: string | null; until: number }>();
  const get = async (name: string, { cacheTtl }: { cacheTtl: number }) => {
    const copy = copies.get(name);
    if (copy && copy.until > clock.now) return copy.text;
    const text = await kv.get(name);
    copies.set(name, { text, until: clock.now + cacheTtl * 1_000 });
    return text;
  };
  // The redirect calls no other method.
  return { get } as unknown as KVNamespace;
}

/** An isolate: its own memory behind the data center's copy of KV. */
function isolate(kv: KVNamespace, clock: { now: number }) {
  const memory = redirectMemory();
  const instance = new NearestInstance();
  return async (): Promise<string> => {
    const sources = redirectSources(
      { kv, db: service.env.DB, variables: {}, waitUntil: () => {}, log, otherVisits },
      instance,
    );
    const resolution =
      recallShortLink(link.shortId, clock.now, memory) ??
      (await queryShortLink(link.shortId, clock.now, memory, sources));
    return resolution.kind === "link" ? resolution.entry.status : resolution.kind;
  };
}

describe("design: a status change is visible everywhere within 40 s", () => {
  test("nine isolates in three data centers, queried every second", async () => {
    const clock = { now: 1_000_000 };
    const isolates = Array.from({ length: 3 }, () => dataCentre(service.env.LINKS, clock)).flatMap((kv) =>
      Array.from({ length: 3 }, () => isolate(kv, clock)),
    );
    const askAll = () => Promise.all(isolates.map((ask) => ask()));
    // They cache the link one after the other, the last just before it is deactivated.
    for (const ask of isolates) {
      expect(await ask()).toBe("active");
      clock.now += 1_234;
    }
    expect(new Set(await askAll())).toEqual(new Set(["active"]));
    await deactivate();
    const lastActive = isolates.map(() => 0);
    for (let second = 0; second <= 45; second++) {
      for (const [index, status] of (await askAll()).entries()) {
        expect(status).toMatch(/^(in)?active$/);
        if (status === "active") lastActive[index] = second;
      }
      clock.now += 1_000;
    }
    expect(Math.max(...lastActive)).toBeLessThan(40);
    // Without copies, this test would show nothing.
    expect(Math.max(...lastActive)).toBeGreaterThan(25);
  });

  test("an isolate that reads in the last moment of a copy caches it for 10 s and no longer", async () => {
    const clock = { now: 1_000_000 };
    const kv = dataCentre(service.env.LINKS, clock);
    expect(await isolate(kv, clock)()).toBe("active");
    await deactivate();
    const late = isolate(kv, clock);
    clock.now += 29_999;
    expect(await late()).toBe("active");
    clock.now += 9_999;
    expect(await late()).toBe("active");
    clock.now += 2;
    expect(await late()).toBe("inactive");
  });

  test("an unknown id is queried again after 5 s", async () => {
    const clock = { now: 1_000_000 };
    await service.env.LINKS.delete(redirectKey(link.shortId));
    const { shortId } = link;
    await service.env.DB.prepare("UPDATE links SET short_id = '00000000' WHERE id = ?1").bind(link.id).run();
    const ask = isolate(service.env.LINKS, clock);
    expect(await ask()).toBe("unknown");
    await service.env.DB.prepare("UPDATE links SET short_id = ?2 WHERE id = ?1").bind(link.id, shortId).run();
    clock.now += 4_999;
    expect(await ask()).toBe("unknown");
    clock.now += 1;
    expect(await ask()).toBe("active");
  });
});

/** The publisher of this environment, and its work after a response. */
function redirectsOf({ LINKS, DB }: typeof service.env) {
  const work: Promise<unknown>[] = [];
  return { work, redirects: redirectStore(LINKS, DB, (promise) => void work.push(promise), log) };
}

/** KV whose next write waits for `release` once it was sent. */
function slowKv() {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let first = true;
  const put = async (name: string, text: string) => {
    if (first) {
      first = false;
      sent.resolve();
      await released.promise;
    }
    await service.env.LINKS.put(name, text);
  };
  // The redirect calls no other method.
  const kv = { get: (name: string) => service.env.LINKS.get(name), put } as unknown as KVNamespace;
  return { kv, sent: sent.promise, release: released.resolve };
}

describe("design: a slow writer never leaves an older version behind", () => {
  test("a reader's repair that lands after a change gives way to it", async () => {
    await service.env.LINKS.delete(redirectKey(link.shortId));
    const { kv, sent, release } = slowKv();
    const work: Promise<unknown>[] = [];
    const sources = redirectSources(
      { kv, db: service.env.DB, variables: {}, waitUntil: (promise) => work.push(promise), log, otherVisits },
      new NearestInstance(),
    );
    const read = await queryShortLink(link.shortId, 0, redirectMemory(), sources);
    expect(read).toMatchObject({ kind: "link", entry: { status: "active" } });
    await sent;
    await deactivate();
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
    release();
    await Promise.all(work);
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
  });

  test("of two changes, the newer stays, in any order of publication", async () => {
    const { kv, sent, release } = slowKv();
    const slow = deactivate({ ...service.env, LINKS: kv });
    await sent;
    await setStatus(service.env, link.id, "active");
    release();
    await slow;
    expect(await inKv()).toMatchObject({ status: "active", version: 3 });
  });
});

test("a change that is published late does not replace a newer change", async () => {
  const { work, redirects } = redirectsOf(service.env);
  const stale: RedirectEntry = {
    linkId: link.id,
    status: "inactive",
    destination: "https://example.com/stale",
    version: 2,
    project: { organizationId: "acme", projectId: "main" },
  };
  await service.env.DB.prepare(
    "UPDATE links SET destination = 'https://example.com/newest', version = 3 WHERE id = ?1",
  )
    .bind(link.id)
    .run();
  redirects.publish({ shortId: link.shortId, domain: "" }, stale);
  await Promise.all(work);
  expect(await inKv()).toMatchObject({ destination: "https://example.com/newest", version: 3 });
});

describe("setting a status", () => {
  test("is done once KV has it, changes nothing when repeated, and can be undone", async () => {
    await deactivate();
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
    await deactivate();
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
    await setStatus(service.env, link.id, "active");
    expect(await inKv()).toMatchObject({ status: "active", version: 3 });
  });

  test("of an unknown link is not_found", async () => {
    await expect(setStatus(service.env, "lnk_none", "inactive")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("counts as one change if D1 commits it and the response is lost", async () => {
    await deactivate({ ...service.env, DB: faulty(service.env.DB, "loses first answer") });
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
  });

  test("that KV rejects once, because it accepts one write a second, is retried", async () => {
    await deactivate({ ...service.env, LINKS: faulty(service.env.LINKS, "commits late") });
    expect(await inKv()).toMatchObject({ status: "inactive", version: 2 });
  });

  test("that could not be published is published by a cron job", async () => {
    await deactivate({ ...service.env, LINKS: faulty(service.env.LINKS, "throws") });
    expect(await inKv()).toMatchObject({ status: "active" });
    const { updated_at: at } =
      (await service.env.DB.prepare("SELECT updated_at FROM links WHERE id = ?1")
        .bind(link.id)
        .first<{ updated_at: string }>()) ?? expect.fail("no link");
    await service.scheduled("* * * * *", new Date(Date.parse(at) + 30_000));
    expect([await inKv(), await changes()]).toMatchObject([{ status: "active" }, 1]);
    await service.scheduled("* * * * *", new Date(Date.parse(at) + 60_000));
    expect([await inKv(), await changes()]).toMatchObject([{ status: "inactive", version: 2 }, 0]);
  });
});

test("every change of a redirect's data is recorded, from any writer", async () => {
  expect(await changes()).toBe(0);
  await service.env.DB.prepare("UPDATE links SET name = 'renamed' WHERE id = ?1").bind(link.id).run();
  expect(await changes()).toBe(0);
  await service.env.DB.prepare(
    "UPDATE links SET destination = 'https://example.com/next', version = version + 1 WHERE id = ?1",
  )
    .bind(link.id)
    .run();
  expect(await changes()).toBe(1);
});
