import { describe, expect, test } from "vitest";
import { type CreateLinkDependencies, createLink } from "../../src/features/links/create-link.ts";
import { hooksByEdit, type LinkExtension } from "../../src/features/links/extension.ts";
import type { CreatedLink } from "../../src/features/links/new-link.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { custom, definition } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const origins = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };
const owner = memberOf("owner");
const { waitUntil, settled } = gatherWork();
const real = { ...openDependencies(service.env, waitUntil), origins, log: () => {} };
const rejected = (code: string) => expect.objectContaining({ code });
const down = () => Promise.reject(serviceUnavailable(new Error("down")));

let used = 0;
/** A request of its own: a definition, and what identifies it. */
async function request(fields: Record<string, unknown> = {}) {
  const name = `Step ${++used}`;
  const identity = await idempotencyRequest("acme", "POST", "/v1/links", `step-${used}-of-the-file`, {
    name,
  });
  const idempotency = { ...identity, receipt: ({ link }: CreatedLink) => `receipt of ${link.id}` };
  return { definition: definition({ ...custom("https://example.com/"), ...fields, name }), idempotency };
}
type Request = Awaited<ReturnType<typeof request>>;
const create = (
  input: Omit<Request, "idempotency"> & { idempotency: Request["idempotency"] | null },
  changes = {},
) => createLink(owner, input, { ...real, ...changes } as CreateLinkDependencies);
/** The store of links, whose first writes end in these outcomes; `sent` counts all writes. */
function outcomesFirst(...kinds: ("domain_missing" | "name_taken" | "short_id_taken")[]) {
  const seen = { sent: 0, forgotten: 0 };
  const links: CreateLinkDependencies["links"] = {
    ...real.links,
    create(write) {
      const kind = kinds[seen.sent++];
      return kind ? Promise.resolve([{ kind, name: "soups" }]) : real.links.create(write);
    },
  };
  return { seen, links, domains: { ...real.domains, forget: () => void seen.forgotten++ } };
}

test("no retailer is queried for a link in an unknown project", async () => {
  let asked = 0;
  const advise = async () => {
    asked++;
    return null;
  };
  const follower: LinkExtension = {
    name: "test",
    hooksFor: (edits) => hooksByEdit(edits, () => ({ advise })),
  };
  const { definition, idempotency } = await request({ projectId: "none" });
  for (const each of [idempotency, null])
    await expect(create({ definition, idempotency: each }, { extensions: [follower] })).rejects.toThrow(
      rejected("project_access_denied"),
    );
  expect(asked).toBe(0);
  expect((await create(await request(), { extensions: [follower] })).kind).toBe("made");
  expect(asked).toBe(1);
});

describe("a write with a conflict", () => {
  test("is retried with the project's new domain", async () => {
    const { seen, ...changes } = outcomesFirst("domain_missing");
    expect((await create(await request(), changes)).kind).toBe("made");
    expect(seen).toEqual({ sent: 2, forgotten: 1 });
  });

  test("with a taken short id keeps the domain", async () => {
    const { seen, ...changes } = outcomesFirst("short_id_taken");
    expect((await create(await request(), changes)).kind).toBe("made");
    expect(seen).toEqual({ sent: 2, forgotten: 0 });
  });
});

describe("where the database is down", () => {
  test("a repeat gets its response, and other requests fail, with or without a key", async () => {
    const input = await request();
    expect((await create(input)).kind).toBe("made");
    await settled();
    const fresh = await request();
    for (const changes of [
      { domains: { ...real.domains, confirmed: down } },
      { links: { ...real.links, create: down } },
    ]) {
      expect((await create(input, changes)).kind).toBe("replayed");
      await expect(create(fresh, changes)).rejects.toThrow(rejected("service_unavailable"));
      await expect(create({ ...fresh, idempotency: null }, changes)).rejects.toThrow(
        rejected("service_unavailable"),
      );
    }
  });
});

describe("a key that was used", () => {
  const gone = { exists: () => Promise.resolve(false) };

  test("for another request reveals nothing if the project does not exist", async () => {
    const input = await request();
    await create(input);
    const other = { ...input, idempotency: { ...input.idempotency, fingerprint: "0".repeat(64) } };
    await expect(create(other)).rejects.toThrow(rejected("idempotency_conflict"));
    await expect(create(other, { projects: { ...real.projects, ...gone } })).rejects.toThrow(
      rejected("project_access_denied"),
    );
  });
});

describe("calls of a retailer's API", () => {
  const extensions = (asked: string[]): LinkExtension[] => [
    {
      name: "asking",
      hooksFor: (edits) =>
        hooksByEdit(edits, ({ definition: part }) => ({
          advise: async () => {
            asked.push(part?.name ?? "");
            return null;
          },
        })),
    },
    {
      name: "silent",
      hooksFor: (edits) => hooksByEdit(edits, () => ({ rows: { key: "none", call: () => [] } })),
    },
  ];

  test("are skipped if a repeat needs none", async () => {
    const asked: string[] = [];
    const input = await request();
    const changes = { extensions: extensions(asked) };
    expect((await create(input, changes)).kind).toBe("made");
    await settled();
    expect((await create(input, changes)).kind).toBe("replayed");
    expect(asked).toEqual([input.definition.name]);
  });
});
