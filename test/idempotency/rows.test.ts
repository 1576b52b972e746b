import { expect, test } from "vitest";
import { rowRequest, rowScopes } from "../../src/idempotency/row-claims.ts";
import { fromClaimRow, toClaimRow } from "../../src/idempotency/rows.ts";
import { CREATED } from "../links/links.ts";
import { claimOf } from "./claims.ts";

test("a claim has a row that version 1.0.0 answers with 503, so that a client tries again and nothing is made twice", () => {
  const claim = claimOf("rolled back", CREATED);
  const row = toClaimRow(claim);
  expect([row.status, row.body]).toEqual([503, claim.receipt]);
  expect(fromClaimRow(row)).toEqual(claim);
  const counted = { ...claim, organizationId: "acme" };
  expect([row.organization_id, toClaimRow(counted).organization_id]).toEqual([null, "acme"]);
  expect(fromClaimRow(toClaimRow(counted))).toEqual(counted);
});

test("the answer in a row of version 1.0.0 is a receipt of this version", () => {
  const claim = claimOf("upgraded", CREATED);
  const answer = {
    status: 201,
    body: '{"data":{"id":"lnk_1"}}',
    location: "https://api.example/v1/links/lnk_1",
  };
  const { receipt, ...rest } = fromClaimRow({ ...toClaimRow(claim), ...answer });
  expect(JSON.parse(receipt)).toEqual(answer);
  expect({ ...rest, receipt: claim.receipt }).toEqual(claim);
});

test("the scope of one row of a request ends with its number in four digits, in each version: a repeat may meet another one", () => {
  const request = { scope: "a".repeat(64), fingerprint: "f".repeat(64) };
  expect(rowRequest(request, 26).scope).toBe(`${"a".repeat(60)}001a`);
  expect(rowScopes(request)).toMatchObject({ first: `${"a".repeat(60)}0000`, last: `${"a".repeat(60)}ffff` });
});
