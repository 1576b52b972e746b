import { expect, test } from "vitest";
import { brandCopies, brandCopyKey, parseBrandCopy } from "../../src/features/brands/brand-copy.ts";
import { changeProject } from "../../src/features/brands/change-project.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService();
await service.issueKey({ organization: "acme", createProjects: ["main", "other"] });
const { LINKS } = service.env;
const dependencies = dependenciesOf(service.env);
const { projects } = dependencies;
const project = (projectId: string) => ({ organizationId: "acme", projectId });

const ORIGINS = { origins: { api: service.url.origin, shortLink: service.url.origin } };

/** Names the brand of a project in D1, and publishes nothing. */
const rename = (projectId: string, name: string) =>
  changeProject(
    memberOf("owner"),
    { projectId, patch: { brand: { name } }, idempotency: null },
    { ...dependencies, ...ORIGINS, brandCopies: { publish: () => {} } },
  );
const copyOf = async (projectId: string) =>
  parseBrandCopy(await LINKS.get(await brandCopyKey(project(projectId))));

/** Publishes a brand with a KV whose puts `before` and `after` surround, and waits for the end. */
async function publish(
  projectId: string,
  {
    before = async () => {},
    after = async () => {},
  }: Partial<Record<"before" | "after", (put: number) => Promise<unknown>>>,
) {
  const { waitUntil, settled } = gatherWork();
  const logged: unknown[] = [];
  let puts = 0;
  const kv = new Proxy(LINKS, {
    get: () => async (key: string, text: string) => {
      const put = ++puts;
      await before(put);
      await LINKS.put(key, text);
      await after(put);
    },
  });
  brandCopies(kv, projects, waitUntil, (...line) => void logged.push(line)).publish(project(projectId));
  await settled();
  return logged;
}

test("a brand that changes while KV is written ends up in KV", async () => {
  for (const when of ["before", "after"] as const) {
    await rename("main", `Old ${when}`);
    const change = async (put: number) => {
      if (put < 3) await rename("main", `New ${when} ${put}`);
    };
    expect(await publish("main", { [when]: change })).toEqual([]);
    expect((await copyOf("main"))?.brand).toEqual({ name: `New ${when} 2` });
  }
});

test("a concurrent change of another project's brand does not delay the write", async () => {
  await rename("main", "Main");
  let puts = 0;
  await publish("main", {
    after(put) {
      puts = put;
      return rename("other", `Other ${put}`);
    },
  });
  expect([puts, (await copyOf("main"))?.brand]).toEqual([1, { name: "Main" }]);
  expect(await copyOf("other")).toBeNull();
});

test("a KV write that is rejected once is retried; a KV outage is logged", async () => {
  await rename("main", "Again");
  const refuses = (times: number) => async (put: number) => {
    if (put <= times) throw new Error("429 Too Many Requests");
  };
  expect(await publish("main", { before: refuses(1) })).toEqual([]);
  expect((await copyOf("main"))?.brand).toEqual({ name: "Again" });
  await rename("main", "Lost");
  expect(await publish("main", { before: refuses(3) })).toEqual([
    ["error", "publish", { project: project("main"), cause: expect.any(Error) }],
  ]);
  expect((await copyOf("main"))?.brand).toEqual({ name: "Again" });
});
