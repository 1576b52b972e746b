import { expect, test } from "vitest";
import { rowRequest, rowScopes } from "../../src/features/idempotency/claim.ts";
import { fromClaimRow, toClaimRow } from "../../src/features/idempotency/claim-store.ts";
import { CREATED } from "../links/links.ts";
import { claimOf } from "./claims.ts";

test("a claim survives writing and reading", () => {
  const claim = claimOf("kept", CREATED);
  expect(fromClaimRow(toClaimRow(claim))).toEqual(claim);
});

test("the scope of one row of a request ends with its number in four digits, in each version: a repeat may meet another one", () => {
  const request = { scope: "a".repeat(64), fingerprint: "f".repeat(64), organizationId: "acme" };
  expect(rowRequest(request, 26).scope).toBe(`${"a".repeat(60)}001a`);
  expect(rowScopes(request)).toMatchObject({ first: `${"a".repeat(60)}0000`, last: `${"a".repeat(60)}ffff` });
});
