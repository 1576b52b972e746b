import { expect, test } from "vitest";
import { listProjects } from "../../src/features/access/get-projects.ts";
import { listKeys } from "../../src/features/access/list-keys.ts";
import { listMembers } from "../../src/features/access/list-members.ts";
import { addMember } from "../../src/features/access/manage-members.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
const COUNT = 3;
const deps = () => dependenciesOf(service.env);
const key = {
  type: "api_key",
  id: "key_1",
  organizationId: "acme",
  scopes: ["projects:read"],
  projects: "all",
} as const;
for (const name of ["a", "b", "c"]) {
  await service.issueKey({ createProjects: ["a", "b", "c"] });
  const request = { organization: "acme", email: `${name}@example.com`, role: "owner" as const };
  await addMember(OPERATOR, request, deps());
}

/** Each list by requested limit: the number of items on the page, and whether there is a next page. */
const LISTS: Record<string, (limit: number) => Promise<[number, boolean]>> = {
  keys: async (limit) => {
    const { keys, nextCursor } = await listKeys(OPERATOR, { organization: "acme", limit }, deps());
    return [keys.length, nextCursor !== null];
  },
  members: async (limit) => {
    const input = { organization: "acme", limit, after: null };
    const { members, next } = await listMembers(OPERATOR, input, deps());
    return [members.length, next !== null];
  },
  projects: async (limit) => {
    const { projects, nextCursor } = await listProjects(key, { limit }, deps());
    return [projects.length, nextCursor !== null];
  },
};

test.each(Object.entries(LISTS))(
  "%s: an exactly full page has no next page, a smaller page does",
  async (_, list) => {
    expect(await list(COUNT - 1)).toEqual([COUNT - 1, true]);
    expect(await list(COUNT)).toEqual([COUNT, false]);
    expect(await list(COUNT + 1)).toEqual([COUNT, false]);
  },
);

test("members of all organizations are listed page by page, each once", async () => {
  const request = { organization: "globex", email: "d@example.com", role: "owner" as const };
  await addMember(OPERATOR, request, deps());
  const first = await listMembers(OPERATOR, { organization: null, limit: COUNT, after: null }, deps());
  const second = await listMembers(OPERATOR, { organization: null, limit: COUNT, after: first.next }, deps());
  const emails = [first, second].map(({ members }) => members.map(({ email }) => email).sort());
  expect(emails).toEqual([["a@example.com", "b@example.com", "c@example.com"], ["d@example.com"]]);
  expect(second.next).toBeNull();
});
