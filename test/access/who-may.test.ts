import { expect, test } from "vitest";
import type { Actor, OrganizationActor } from "../../src/features/access/actor.ts";
import {
  mayMakeOrganizations,
  requireExporter,
  requireKeyManager,
  requireManagedKey,
  requireManagedMember,
  requireMemberManager,
  requireOperator,
  requireOrganizationMaker,
  requireOrganizationManager,
  requireProjectEditor,
  requireProjectManager,
  requireQuotaReader,
} from "../../src/features/access/permissions.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { memberOf, programWith } from "../actors.ts";
import { OPERATOR } from "../dependencies.ts";

/** All kinds of actors in acme, and the operator. */
const INSIDE = {
  operator: OPERATOR,
  owner: memberOf("owner"),
  editor: memberOf("editor"),
  viewer: memberOf("viewer"),
  "key of everything": programWith(SCOPES),
  "key of all else": programWith(SCOPES.filter((scope) => scope !== "projects:write")),
};
const OUTSIDE = { "owner elsewhere": memberOf("owner", "globex") };

/** The allowed actors, and the error codes of the others. */
function outcomes<A extends Actor>(
  actors: Record<string, A>,
  run: (actor: A) => unknown,
): Record<string, string> {
  const outcome = (actor: A): string => {
    try {
      run(actor);
      return "may";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, outcome(actor)]));
}
const refused = (code: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, code]));
const OTHERS = ["editor", "viewer", "key of everything", "key of all else"];
const OWNERS = { operator: "may", owner: "may", ...refused("insufficient_scope", ...OTHERS) };
const ALL = { ...INSIDE, ...OUTSIDE };

test("owners manage keys, in their own organization", () => {
  expect(outcomes(INSIDE, (actor) => requireKeyManager(actor))).toEqual(OWNERS);
  expect(outcomes(INSIDE, (actor) => requireKeyManager(actor, null))).toEqual(OWNERS);
  const elsewhere = refused("insufficient_scope", "owner elsewhere");
  expect(outcomes(ALL, (actor) => requireKeyManager(actor, "acme"))).toEqual({ ...OWNERS, ...elsewhere });
});

test("owners manage members; another organization responds as if it did not exist", () => {
  expect(outcomes(INSIDE, (actor) => requireMemberManager(actor))).toEqual(OWNERS);
  expect(outcomes(INSIDE, (actor) => requireMemberManager(actor, null))).toEqual(OWNERS);
  const elsewhere = refused("not_found", "owner elsewhere");
  expect(outcomes(ALL, (actor) => requireMemberManager(actor, "acme"))).toEqual({ ...OWNERS, ...elsewhere });
});

test("owners manage quotas and settings of their organization", () => {
  const expected = { ...OWNERS, ...refused("not_found", "owner elsewhere") };
  expect(outcomes(ALL, (actor) => requireQuotaReader(actor, "acme"))).toEqual(expected);
  expect(outcomes(ALL, (actor) => requireOrganizationManager(actor, "acme"))).toEqual(expected);
});

test("only the operator may do the operator's actions", () => {
  expect(outcomes(ALL, requireOperator)).toEqual({
    operator: "may",
    ...refused("insufficient_scope", "owner", ...OTHERS, "owner elsewhere"),
  });
});

test("owners manage projects; keys with the scope also change their appearance", () => {
  const { operator: _, ...inside } = INSIDE;
  const { operator: __, ...expected } = OWNERS;
  const actors = inside as Record<string, OrganizationActor>;
  expect(outcomes(actors, requireProjectManager)).toEqual(expected);
  expect(outcomes(actors, requireProjectEditor)).toEqual({ ...expected, "key of everything": "may" });
});

test("an organization is exported by owners, and by keys with the scope that reach all projects", () => {
  const { operator: _, ...inside } = INSIDE;
  const { operator: __, ...expected } = OWNERS;
  const actors = {
    ...(inside as Record<string, OrganizationActor>),
    "limited key": { ...programWith(SCOPES), projects: ["main"] } as OrganizationActor,
  };
  expect(outcomes(actors, requireExporter)).toEqual({
    ...expected,
    "key of everything": "may",
    "key of all else": "may",
    "limited key": "project_access_denied",
  });
});

test("keys and members are found only in the own organization", () => {
  const theirs = { organizationId: "globex" };
  for (const requireManaged of [requireManagedKey, requireManagedMember]) {
    expect(requireManaged(INSIDE.owner, { organizationId: "acme" })).toEqual({ organizationId: "acme" });
    expect(requireManaged(OPERATOR, theirs)).toBe(theirs);
    for (const found of [theirs, null])
      expect(outcomes({ owner: INSIDE.owner }, (actor) => requireManaged(actor, found))).toEqual({
        owner: "not_found",
      });
  }
});

test("people whom the operator lists create organizations", () => {
  const makers = ["ada@example.com"];
  expect(["ada@example.com", "eve@example.com"].map((email) => mayMakeOrganizations(email, makers))).toEqual([
    true,
    false,
  ]);
  expect(() => requireOrganizationMaker("ada@example.com", makers)).not.toThrow();
  expect(() => requireOrganizationMaker("eve@example.com", makers)).toThrow("whom the operator lists");
});
