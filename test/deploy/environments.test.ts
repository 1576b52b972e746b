// @module-tag deep
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";

// Each upload starts wrangler.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { account } = cloudflare;
const project = openProject(cloudflare);
beforeAll(async () => {
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
});
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
});

/** The requests that may have changed data. */
const writes = () => cloudflare.takeWrites().filter((line) => !line.endsWith("/query"));

test("an environment has its own resources, including rate limits", async () => {
  project.configure(
    [],
    `[env.staging]\nvars = { API_ORIGIN = "${cloudflare.origin}", SHORT_LINK_ORIGIN = "https://staging.example.com" }\n`,
  );
  writes();
  const { failure, output } = await project.deploy(["--env", "staging", "--yes"]);
  expect(failure).toBeNull();
  expect(output).toContain("npm run --silent keys -- issue --remote");
  expect(output).toContain("--env=staging");
  expect(writes().filter((line) => line.includes("scripts/"))).toEqual([
    "PUT /workers/scripts/shoppable-links-staging?excludeScript=true&bindings_inherit=strict",
    "POST /workers/scripts/shoppable-links-staging/subdomain",
    "PUT /workers/scripts/shoppable-links-staging/schedules",
  ]);
  const [production, staging] = account.scripts.values();
  expect([...account.databases.values()].map(({ name }) => name)).toEqual([
    "shoppable-links",
    "shoppable-links-staging",
  ]);
  expect(account.queues.get("shoppable-links-staging-runs")?.consumers).toMatchObject([
    { script: "shoppable-links-staging", dead_letter_queue: "shoppable-links-staging-runs-dead" },
  ]);
  const ids = (bindings = production?.bindings) =>
    bindings?.flatMap(({ type, id, namespace_id, bucket_name, queue_name }) =>
      type === "plain_text" || type === "secret_text"
        ? []
        : [id ?? namespace_id ?? bucket_name ?? queue_name],
    ) ?? [];
  expect(ids(staging?.bindings)).toHaveLength(ids().length);
  expect(ids(staging?.bindings).filter((id) => ids().includes(id))).toEqual([]);
});

test("a second Worker in the account can't use the first Worker's resources, and works with its own names", async () => {
  project.configure([
    ['name = "shoppable-links"\nmain', 'name = "acme-links"\nmain'],
    ['name = "shoppable-links"\n#', 'name = "acme-links"\n#'],
  ]);
  const refused = await project.deploy(["--yes"]);
  expect(refused.failure).toContain(
    "The queue shoppable-links-visits belongs to the Worker shoppable-links of this account",
  );
  expect(writes()).toEqual([]);
  project.configure([["shoppable-links", "acme-links"]]);
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
  expect([...account.scripts.keys()]).toEqual(["shoppable-links", "shoppable-links-staging", "acme-links"]);
  const limits = [...account.scripts.values()].flatMap(({ bindings }) =>
    bindings.flatMap(({ type, namespace_id }) => (type === "ratelimit" ? [namespace_id] : [])),
  );
  expect(limits.length).toBeGreaterThanOrEqual(12);
  expect(new Set(limits).size).toBe(limits.length);
});
