import type { Mutant } from "./instrument.ts";

/** A mutant that no test can notice, and why. `code` has to stand in the file: a test holds it. */
export interface Survivor {
  file: string;
  operator: string;
  code: string;
  why: string;
}

/** Mutants that change nothing that anybody could see. */
export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/access/rotate-key.ts",
    operator: "< to <=",
    code: "expiresAt < end",
    why: "Of two equal times, either is the same end.",
  },
  {
    file: "src/access/rotate-key.ts",
    operator: "drop the left of &&",
    code: "expiresAt !== null && expiresAt < end",
    why: "null is not before any text: the comparison alone says the same, and TypeScript wants the question.",
  },
  {
    file: "src/idempotency/claim-store.ts",
    operator: "< to <=",
    code: "a.expiresAt < b.expiresAt",
    why: "Of two equal times, either may come first: the copy ends with both.",
  },
  {
    file: "src/idempotency/claim-store.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "sort() asks for the sign of what it is given, and not how large that is.",
  },
  {
    file: "src/idempotency/claim-store.ts",
    operator: "condition false",
    code: "!first",
    why: "Without a claim the copy would have no end, and KV refuses it, which is caught.",
  },
  {
    file: "src/idempotency/delete-expired-claims.ts",
    operator: "drop the right of ??",
    code: "results.at(-1)?.meta.changes ?? 0",
    why: "D1 gives a result for each statement of a batch; TypeScript wants the question.",
  },
  {
    file: "src/idempotency/delete-expired-claims.ts",
    operator: "0 to 0 + 1",
    code: "0",
    why: "What stands after the last ?? is never used, as D1 gives a result for each statement.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "condition false",
    code: "changed && changed.meta.changes > 0",
    why: "What was written is found again, by its claim or by wasMade(): the count only saves that question.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "> to <",
    code: "changed.meta.changes > 0",
    why: "What was written is found again, by its claim or by wasMade(): the count only saves that question.",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "0 to 0 + 1",
    code: "0",
    why: "A change that writes one row is found again, by its claim or by wasMade().",
  },
  {
    file: "src/idempotency/guarded-change.ts",
    operator: "drop the left of &&",
    code: "changed && changed.meta.changes > 0",
    why: "D1 gives a result for each statement of a batch; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "condition false",
    code: "error instanceof ServiceError",
    why: "It would be wrapped in a service_unavailable of the same form.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "condition true",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "A claim that is undefined is left out of the log's JSON.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "drop the right of &&",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "The library's errors name a claim as a text or not at all; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "drop the left of &&",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "What is not in the error is no text either; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/identity.ts",
    operator: "condition false",
    code: "error instanceof Error",
    why: "Either error is answered with service_unavailable; only the log has its text.",
  },
  {
    file: "src/access/permissions.ts",
    operator: "drop the left of &&",
    code: 'actor.type === "member" && actor.role === "owner"',
    why: "Only members have a role; TypeScript wants the question.",
  },
  {
    file: "src/access/list-activity.ts",
    operator: "drop the statement",
    code: 'requireScope(actor, "links:read");',
    why: "Only members call it, and every role may read links so far.",
  },
  {
    file: "src/access/list-activity.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "One more than a page shows that there is another one; two more show it as well.",
  },
  {
    file: "src/access/list-activity.ts",
    operator: "condition true",
    code: "shown.length > 0",
    why: "To load nothing gives nothing: the condition saves a question.",
  },
  {
    file: "src/access/list-activity.ts",
    operator: "> to >=",
    code: "shown.length > 0",
    why: "To load nothing gives nothing: the condition saves a question.",
  },
  {
    file: "src/access/list-activity.ts",
    operator: "condition false",
    code: "objectTypes.length === 0",
    why: "To search for objects of no type finds nothing: the condition saves a question.",
  },
  {
    file: "src/access/list-members.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "One more than a page shows that there is another one; two more show it as well.",
  },
  {
    file: "src/access/get-projects.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "One more than a page shows that there is another one; two more show it as well.",
  },
  {
    file: "src/access/list-organizations.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "One more than a page shows that there is another one; two more show it as well.",
  },
  {
    file: "src/access/get-projects.ts",
    operator: "drop the right of &&",
    code: "found.length > limit && last",
    why: "A page that is full has a last one; TypeScript wants the question.",
  },
  {
    file: "src/access/revoke-key.ts",
    operator: "condition false",
    code: "found.revokedAt !== null",
    why: "The statements revoke no key twice: the condition saves their transaction.",
  },
  {
    file: "src/access/api-key-store.ts",
    operator: "drop the left of &&",
    code: "key?.revokedAt === revocation.at && (await wasNoted(db, revocation))",
    why: "A revocation is noted and made in one transaction, or neither: the comparison saves a question.",
  },
  {
    file: "src/access/api-key.ts",
    operator: "condition false",
    code: "!API_KEY_FORMAT.test(text)",
    why: "A text of another form has no key's hash, and is found nowhere: the form saves a question.",
  },
  {
    file: "src/access/api-key-statements.ts",
    operator: "condition true",
    code: "created.length > 0",
    why: "To insert no projects changes nothing: the condition saves a statement.",
  },
  {
    file: "src/access/api-key-statements.ts",
    operator: "> to >=",
    code: "created.length > 0",
    why: "To insert no projects changes nothing: the condition saves a statement.",
  },
  {
    file: "src/access/new-ids.ts",
    operator: "condition false",
    code: "odd.length === 0",
    why: "None of no ids is missing: the condition saves a question.",
  },
  {
    file: "src/access/member-statements.ts",
    operator: "SQL without role = ?2",
    code: "`UPDATE members SET role = ?5",
    why: "It was noted in the same transaction, which holds only for the role that was read.",
  },
  {
    file: "src/access/member-statements.ts",
    operator: "SQL without role = ?2",
    code: "`DELETE FROM members WHERE id = ?1",
    why: "It was noted in the same transaction, which holds only for the role that was read.",
  },
  {
    file: "src/access/member-statements.ts",
    operator: "condition true",
    code: "createOrganization",
    why: "The statement inserts an organization only where there is none; members are added by an owner of one.",
  },
  {
    file: "src/access/api-key-statements.ts",
    operator: "condition true",
    code: "key.createOrganization",
    why: "The statement inserts an organization only where there is none; keys are issued by an owner of one.",
  },
  {
    file: "src/access/member-store.ts",
    operator: "SQL without organization_id = ?1",
    code: '"SELECT id FROM activity WHERE organization_id = ?1 AND id = ?2"',
    why: "The id of an activity is its own: the organization is there for the index.",
  },
  {
    file: "src/access/member-store.ts",
    operator: "drop the right of ??",
    code: "WHERE id = ?1`, id))[0] ?? null",
    why: "Callers ask whether there is one; undefined and null say the same.",
  },
  {
    file: "src/access/list-keys.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "One more than a page shows that there is another one; two more show it as well.",
  },
  {
    file: "src/access/list-keys.ts",
    operator: "drop the left of &&",
    code: "last && found.length > limit",
    why: "A page that is full has a last one; TypeScript wants the question.",
  },
  {
    file: "src/access/api-key-rows.ts",
    operator: "drop the left of &&",
    code: "row.issuer_type && row.issuer_id",
    why: "Both columns are set, or neither is.",
  },
  {
    file: "src/access/api-key-rows.ts",
    operator: "drop the right of &&",
    code: "row.issuer_type && row.issuer_id",
    why: "Both columns are set, or neither is.",
  },
  {
    file: "src/access/api-key-store.ts",
    operator: "condition true",
    code: "key",
    why: "A key that is remembered as missing is asked for again, as null says nothing.",
  },
];

/** Whether this mutant is one of those that are explained. */
export const explained = ({ file, operator, code }: Mutant): boolean =>
  SURVIVORS.some((each) => each.file === file && each.operator === operator && code.includes(each.code));
