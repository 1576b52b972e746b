import { expect, test } from "vitest";
import { projectStore } from "../../src/access/project-store.ts";
import { faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

const service = await useService();

test("a project that is remembered for one organization is none of another's", async () => {
  await service.issueKey({ createProjects: ["summer"] });
  const { exists } = projectStore(service.env.DB);
  expect(await exists(service.organization, "summer")).toBe(true);
  expect(await exists("globex", "summer")).toBe(false);
  expect(await exists(service.organization, "winter")).toBe(false);
});

test("a project is remembered once it is there, and one that is missing is asked for again", async () => {
  const { DB } = service.env;
  // Another one whenever this runs, as the isolate remembers it.
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
