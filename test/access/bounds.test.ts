import { describe, expect, test } from "vitest";
import { issueKey, type KeyRequest } from "../../src/features/access/issue-key.ts";
import { listActivity } from "../../src/features/access/list-activity.ts";
import { listKeys } from "../../src/features/access/list-keys.ts";
import { listMembers } from "../../src/features/access/list-members.ts";
import { changeMember } from "../../src/features/access/manage-members.ts";
import { createOrganization } from "../../src/features/access/manage-organizations.ts";
import { emailAddress, memberProjects } from "../../src/features/access/member.ts";
import { SCOPE_DESCRIPTIONS } from "../../src/features/access/scope-descriptions.ts";
import { OFFER_RETAILERS, RETAILER_NAMES, retailerScope } from "../../src/ground/core/vocabulary.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const deps = () => dependenciesOf(service.env);
const makers = ["ada@example.com"];
const members = { organization: null, limit: 1, after: null };
const keyOf = (changes: Partial<KeyRequest>) => {
  const key = { organization: "acme", projects: "all", createProjects: [], scopes: [], name: "key" } as const;
  return issueKey(OPERATOR, { request: { ...key, expiresAt: null, ...changes }, idempotency: null }, deps());
};

/** The lowest and the highest accepted value, and a call with a value of that length or size. */
const BOUNDS: Record<string, [number, number, (size: number) => Promise<unknown>]> = {
  "the id of a member": [
    1,
    64,
    (size) => changeMember(OPERATOR, { id: "m".repeat(size), role: "viewer" }, deps()),
  ],
  "the organization of a list of members": [
    1,
    128,
    (size) => listMembers(OPERATOR, { ...members, organization: "o".repeat(size) }, deps()),
  ],
  "the member after whom a page begins": [
    1,
    64,
    (size) => listMembers(OPERATOR, { ...members, after: "m".repeat(size) }, deps()),
  ],
  "a page of members": [1, 100, (limit) => listMembers(OPERATOR, { ...members, limit }, deps())],
  "the organization of a list of keys": [
    1,
    128,
    (size) => listKeys(OPERATOR, { organization: "o".repeat(size), limit: 1 }, deps()),
  ],
  "a page of keys": [1, 100, (limit) => listKeys(OPERATOR, { organization: "acme", limit }, deps())],
  "a page of activities": [1, 100, (limit) => listActivity(memberOf("owner"), { limit }, deps())],
  "the name of a key": [1, 120, (size) => keyOf({ name: "n".repeat(size) })],
  "the organization of a key": [1, 128, (size) => keyOf({ organization: "o".repeat(size) })],
  "a project of a key": [1, 128, (size) => keyOf({ projects: ["p".repeat(size)] })],
  "a project that comes with a key": [1, 128, (size) => keyOf({ createProjects: ["q".repeat(size)] })],
  "the name of an organization": [
    1,
    120,
    (size) =>
      createOrganization(
        "ada@example.com",
        { id: `named-${size}`, name: "n".repeat(size) },
        { ...deps(), db: service.env.DB, makers },
      ),
  ],
};

test.each(Object.entries(BOUNDS))(
  "%s has a lowest and a highest bound",
  async (_, [lowest, highest, call]) => {
    const isRefused = (size: number) =>
      call(size).then(
        () => false,
        (error: { code?: string }) => error.code === "validation_failed",
      );
    const sizes = [lowest - 1, lowest, highest, highest + 1];
    const outcomes: boolean[] = [];
    for (const size of sizes) outcomes.push(await isRefused(size));
    expect(outcomes).toEqual([true, false, false, true]);
  },
);

describe("a member", () => {
  test("can be limited to 1 to 100 projects", () => {
    const takes = (...ids: string[]) => memberProjects.safeParse(ids).success;
    const ids = Array.from({ length: 101 }, (_, index) => `p${index}`);
    expect([takes(), takes("p"), takes(...ids.slice(1)), takes(...ids)]).toEqual([false, true, true, false]);
    expect(["", "p".repeat(128), "p".repeat(129)].map((id) => takes(id))).toEqual([false, true, false]);
  });

  test("has an email address of at most the length that mail allows, with a single problem for a longer address", () => {
    const host = ["a", "b", "c"].map((letter) => letter.repeat(63)).join(".");
    const ofLength = (length: number) => `${"x".repeat(length - host.length - 4)}@${host}.de`;
    expect(emailAddress.safeParse(ofLength(254)).success).toBe(true);
    for (const address of [ofLength(255), "x".repeat(255)]) {
      const problems = emailAddress.safeParse(address).error?.issues.map(({ message }) => message);
      expect(problems).toEqual(["must have at most 254 characters"]);
    }
  });
});

test("the description of a retailer's scope names the retailer", () => {
  for (const retailer of OFFER_RETAILERS) {
    const words = SCOPE_DESCRIPTIONS.find(({ scope }) => scope === retailerScope(retailer));
    expect(words?.label).toBe(RETAILER_NAMES[retailer]);
    expect(words?.sentence).toContain(RETAILER_NAMES[retailer]);
  }
});
