import { expect, test } from "vitest";
import { projectStore } from "../../src/features/access/project-store.ts";
import { faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

const service = await useService();

test("a project that is cached for one organization does not exist in another", async () => {
  await service.issueKey({ createProjects: ["summer"] });
  const { exists } = projectStore(service.env.DB);
  expect(await exists(service.organization, "summer")).toBe(true);
  expect(await exists("globex", "summer")).toBe(false);
  expect(await exists(service.organization, "winter")).toBe(false);
});

test("an existing project is cached, and a missing project is queried again", async () => {
  const { DB } = service.env;
  // A new id in each run, because the isolate caches it.
  const id = `autumn-${crypto.randomUUID()}`;
  const [up, down] = [projectStore(DB), projectStore(faulty(DB, "throws"))];
  for (const _time of [1, 2]) expect(await up.exists(service.organization, id)).toBe(false);
  await expect(down.exists(service.organization, id)).rejects.toMatchObject({
    code: "service_unavailable",
  });
  await service.issueKey({ createProjects: [id] });
  expect(await up.exists(service.organization, id)).toBe(true);
  expect(await down.exists(service.organization, id)).toBe(true);
});
