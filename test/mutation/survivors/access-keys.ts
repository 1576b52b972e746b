import type { Survivor } from "./survivor.ts";

/** Mutants of src/access, where keys are issued, rotated, read and revoked, that change nothing that anybody could see. */
export const OF_ACCESS_KEYS: readonly Survivor[] = [
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
    file: "src/access/api-key-statements.ts",
    operator: "condition true",
    code: "key.createOrganization",
    why: "The statement inserts an organization only where there is none; keys are issued by an owner of one.",
  },
  {
    file: "src/access/list-keys.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "limit + ",
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
    after:
      'await first("hash = ?1", hash); // The age counts from before the query, as its answer may be that old. if (',
    why: "A key that is remembered as missing is asked for again, as null says nothing.",
  },
  {
    file: "src/access/api-key-store.ts",
    operator: "condition false",
    code: "(await wasNoted(db, revocation))",
    why: "Sent once more, the statements change nothing: the condition saves that.",
  },
  {
    file: "src/access/issue-key.ts",
    operator: "drop the left of &&",
    code: "expiresAt !== null && expiresAt <= now.toISOString()",
    why: "null is not before any text: the comparison alone says the same, and TypeScript wants the question.",
  },
];
