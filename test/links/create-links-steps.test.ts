import { expect, test } from "vitest";
import type { CreateLinksDependencies } from "../../src/features/links/create-links.ts";
import { createLinks } from "../../src/features/links/create-links.ts";
import type { LinkWriteOutcome } from "../../src/features/links/link-write.ts";
import type { CreatedLink } from "../../src/features/links/new-link.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const origins = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };
const { waitUntil, settled } = gatherWork();
const real = {
  ...openDependencies(service.env, waitUntil),
  origins,
  log: () => {},
};
const unavailable = serviceUnavailable(new Error("down"));

let used = 0;
async function request(count: number) {
  const name = `Many ${++used}`;
  const identity = await idempotencyRequest("acme", "POST", "/rows", `many-${used}-of-the-file`, { name });
  const rows = Array.from({ length: count }, (_, row) => linkBody(undefined, { name: `${name} ${row}` }));
  return { rows, idempotency: { ...identity, receipt: ({ link }: CreatedLink) => `receipt of ${link.id}` } };
}
type Input = Omit<Parameters<typeof createLinks>[1], "rows"> & { rows: readonly unknown[] };
/** What became of the rows: the kind, or the message of what rejected one. */
async function made(input: Input, changes: object = {}) {
  const results = await createLinks(memberOf("owner"), input, {
    ...real,
    ...changes,
  } as CreateLinksDependencies);
  return results.map((result) =>
    result.kind === "rejected" ? String((result.error as Error).message) : result.kind,
  );
}
/** The store of links; in its first writes, the rows with these places have these outcomes. `sent` has the sizes of all. */
function outcomesFirst(...writes: Record<number, LinkWriteOutcome>[]) {
  const seen = { sent: [] as number[], forgotten: 0 };
  const links: CreateLinksDependencies["links"] = {
    ...real.links,
    async create(write) {
      const given = writes[seen.sent.push(write.writes.length) - 1];
      if (!given) return real.links.create(write);
      const others = write.writes.filter((_, place) => !given[place]);
      const outcomes = others.length > 0 ? await real.links.create({ ...write, writes: others }) : [];
      return write.writes.map((_, place) => given[place] ?? outcomes.shift() ?? { kind: "written" });
    },
  };
  return { seen, links, domains: { ...real.domains, forget: () => void seen.forgotten++ } };
}

test("if the projects can't be read, every row is rejected and no link is created", async () => {
  const projects = { ...real.projects, findAll: () => Promise.reject(unavailable) };
  expect(await made(await request(2), { projects })).toEqual(Array(2).fill(unavailable.message));
});

test("rows whose domain is gone are retried with the current domain", async () => {
  const { seen, ...changes } = outcomesFirst({ 1: { kind: "domain_missing" } });
  expect(await made(await request(3), changes)).toEqual(["made", "made", "made"]);
  expect(seen).toEqual({ sent: [3, 1], forgotten: 1 });
});

test("a taken short id does not reload domains, and five in a row are reported", async () => {
  const taken = { 0: { kind: "short_id_taken" } } as const;
  const { seen, ...changes } = outcomesFirst(taken, taken, taken, taken, taken);
  expect(await made(await request(2), changes)).toEqual(["no free short id in 5 attempts", "made"]);
  expect(seen).toEqual({ sent: [2, 1, 1, 1, 1], forgotten: 0 });
});

test("a database outage is detected once and reported for each row", async () => {
  let sent = 0;
  const create = () => {
    sent++;
    return Promise.reject(unavailable);
  };
  const input = await request(4);
  const outcome = await made(input, { links: { ...real.links, create } });
  expect([outcome, sent]).toEqual([Array(4).fill(unavailable.message), 1]);
  expect(await made(input)).toEqual(Array(4).fill("made"));
});

test("if D1 can't return earlier responses, cached responses are returned and nothing is written", async () => {
  const input = await request(3);
  expect(await made({ ...input, rows: [...input.rows.slice(0, 2), {}] })).toEqual([
    "made",
    "made",
    expect.any(String),
  ]);
  await settled();
  const claims = { ...real.claims, findRows: () => Promise.reject(unavailable) };
  expect(await made(input, { claims })).toEqual(["replayed", "replayed", unavailable.message]);
});

test("earlier responses are not looked up if no row is valid", async () => {
  const { idempotency } = await request(0);
  const claims = { ...real.claims, findRows: () => Promise.reject(new Error("asked")) };
  expect(await made({ rows: [{}], idempotency }, { claims })).toEqual([expect.any(String)]);
});

test("a concurrent request with the same key rejects all rows", async () => {
  const { rows, idempotency } = await request(3);
  expect(await made({ rows: rows.slice(0, 1), idempotency })).toEqual(["made"]);
  const other = { rows, idempotency: { ...idempotency, fingerprint: "0".repeat(64) } };
  // It came after this one had looked for earlier answers.
  const claims = { ...real.claims, findRows: () => Promise.resolve(new Map()) };
  await expect(made(other, { claims })).rejects.toMatchObject({ code: "idempotency_conflict" });
});
