import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { key } = await service.issueKey({ createProjects: ["main"], projects: ["main"] });
await service.issueKey({ organization: "strangers", createProjects: ["theirs"] });
const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));

/** The database's error for a statement; null if it succeeds. */
const refusal = (sql: string, ...values: string[]): Promise<string | null> =>
  service.env.DB.prepare(sql)
    .bind(...values)
    .run()
    .then(
      () => null,
      (error: Error) => error.message,
    );

test.each([
  ["a link", "UPDATE links SET project_id = 'theirs' WHERE id = ?1", link.id],
  ["a link, by its organization", "UPDATE links SET organization_id = 'strangers' WHERE id = ?1", link.id],
])("the database itself rejects %s across organizations", async (_, sql, of) => {
  expect(await refusal(sql, of)).toContain("FOREIGN KEY constraint failed");
});

test("the same statement succeeds within an organization", async () => {
  expect(await refusal("UPDATE links SET project_id = 'main' WHERE id = ?1", link.id)).toBeNull();
});
