import { expect, test } from "vitest";
import { projectStore } from "../../src/access/project-store.ts";
import { useService } from "../use-service.ts";

const service = await useService();

test("a project that is remembered for one organization is none of another's", async () => {
  await service.issueKey({ createProjects: ["summer"] });
  const { exists } = projectStore(service.env.DB);
  expect(await exists(service.organization, "summer")).toBe(true);
  expect(await exists("globex", "summer")).toBe(false);
});
