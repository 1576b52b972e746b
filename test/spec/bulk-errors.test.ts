import { beforeAll, describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import type { IssuedKey } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { expectRows, outcomesOf, sendRows } from "./bulk.ts";

let service: SharedService;
let key: IssuedKey;
beforeAll(async () => {
  service = await useService({}, "acme");
  key = await service.issueKey();
});

/** A row with this many problems, about 12 bytes each. */
const wrong = (problems: number) =>
  linkBody("custom custom_url", Object.fromEntries(Array.from({ length: problems }, (_, n) => [`x${n}`, 0])));
const MANY = 250;

describe("design: all errors of a bulk request together are no larger than a single error", () => {
  for (const dryRun of [false, true])
    test(`100 rows with ${MANY} problems each${dryRun ? ", in a dry run" : ""}`, async () => {
      const links = Array.from({ length: 100 }, () => wrong(MANY));
      const answer = await sendRows(service, links, key, { dryRun });
      expect(answer.text.length).toBeLessThan(100_000);
      expect(JSON.stringify({ links }).length).toBeGreaterThan(200_000);
      for (const { body } of expectRows(answer)) {
        const details = "error" in body ? (body.error.details ?? []) : [];
        expect(details.length).toBeGreaterThan(3);
        expect(details.at(-1)).toEqual({
          field: "request",
          message: `has ${MANY - details.length + 1} further problems`,
        });
      }
    });

  test("invalid rows use the space that valid rows leave", async () => {
    const good = Array.from({ length: 98 }, () => linkBody("custom custom_url"));
    const answer = await sendRows(service, [wrong(5), ...good, wrong(MANY)], key);
    const rows = expectRows(answer);
    expect(outcomesOf(rows).filter((outcome) => outcome === "201")).toHaveLength(98);
    const [first, last] = [rows.at(0)?.body, rows.at(-1)?.body];
    expect(first && "error" in first && first.error.details).toHaveLength(5);
    expect(last && "error" in last && last.error.details).toHaveLength(MANY);
  });
});
