// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { fitting, resolved } from "./schema-values.ts";

const service = await useService();
const { key } = await service.issueKey();
const { document, fits, operations, answerAt } = await readContract(service);
const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));

/** The path parameters of requests for existing objects. */
const THERE: Readonly<Record<string, string>> = {
  linkId: link.id,
  identifier: "default",
  projectId: "main",
  shortId: link.shortId,
  qrCodeId: link.qrCode?.id ?? "",
};
const READS = operations().filter(([, method]) => method === "get");

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e3",
    "null",
    "%00",
    "' OR 1=1 --",
    "..",
    "a".repeat(200),
    "\u202e",
    "[]",
    "2026-02-30",
    "٣",
  ),
);

/** A value of a parameter and whether it fits; undefined omits it. */
const given = (parameter: Json): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fitting(parameter.schema, document).map(String) },
    { weight: 2, arbitrary: hostile },
  );

const headerText = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{8,20}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,7}$/) },
);

test.each(READS)(
  "GET %s responds to every head as in the contract",
  { timeout: patience() },
  async (path, _, operation) => {
    const parameters: Json[] = (operation.parameters ?? []).map((parameter: Json) =>
      resolved(parameter, document),
    );
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const heads = fc.record({
      path: fc.tuple(
        ...inPath.map(({ name }) =>
          fc.oneof(
            { weight: 5, arbitrary: fc.constant(THERE[name] ?? "x") },
            { weight: 1, arbitrary: hostile.filter((text) => text !== "" && !/^\.{1,2}$/.test(text)) },
          ),
        ),
      ),
      query: fc.tuple(...inQuery.map(given)),
      unknown: fc.option(hostile, { freq: 8, nil: undefined }),
      correlationId: headerText,
    });
    await fc.assert(
      fc.asyncProperty(heads, async (head) => {
        const address = inPath.reduce(
          (text, { name }, index) =>
            text.replace(`{${name}}`, encodeURIComponent((head.path[index] ?? "").toWellFormed())),
          path,
        );
        const query = new URLSearchParams();
        for (const [index, { name }] of inQuery.entries()) {
          const value = head.query[index];
          if (value !== undefined) query.append(name, value.toWellFormed());
        }
        if (head.unknown !== undefined) query.append("unknown", head.unknown.toWellFormed());
        const headers = {
          ...(head.correlationId !== undefined && { "X-Correlation-ID": head.correlationId }),
        };
        const answer = await get(service, `${address}?${query}`, { key, headers });
        const { status, json, text } = answer;
        expect(status, text.slice(0, 300)).toBeLessThan(500);
        // A hostile value may turn a path into another, unknown path.
        if (status === 404 && json?.error?.message === "There is nothing at this path.") return;
        expect(Object.keys(operation.responses), `${status} is stated`).toContain(String(status));
        if (status !== 302) expect(answer.headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
        const { response, place } = answerAt(path, "get", status);
        if (json !== undefined && response.content?.["application/json"])
          expect(fits(json, ...place, "content", "application/json", "schema"), text.slice(0, 500)).toBe(
            true,
          );
        if (status === 400)
          for (const { field } of json.error.details)
            expect([...parameters.map(({ name }) => name), "unknown", "X-Correlation-ID"]).toContain(field);
      }),
      { numRuns: runs(15), seed: SEED },
    );
  },
);
