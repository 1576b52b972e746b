import fc from "fast-check";
import { expect } from "vitest";
import { type Answer, type Json, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import type { readContract } from "../spec/openapi-contract.ts";
import { type Changed, changed } from "./changes.ts";
import { fitting } from "./schema-values.ts";

/** A valid body by the contract, or a changed body. */
export type Sent = Changed & { isChanged: boolean };

/** An operation with a body, at a URL. */
export interface Operation {
  path: string;
  method: string;
  address: string;
  /** The place of the body's schema in the document. */
  schema: string[];
}

/**
 * Rules of the service that JSON Schema can't express, each stated in
 * the description of its field.
 */
const TOLD_IN_WORDS =
  /metadata|label|countries|offers|options|Url\b|cursor|name|title|\.key$|brand|location|products|tags|utm|schedule|slug|projectId|addresses|affiliate|style|color|background|frame|gtin/i;

const related = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Checks that bodies behave as in the contract. */
export function judging(
  service: RunningService,
  { document, fits, answerAt }: Awaited<ReturnType<typeof readContract>>,
  key: string,
) {
  const bodiesOf = (schema: Json, fixed: object): fc.Arbitrary<Sent> =>
    fitting(schema, document).chain((value) => {
      const base = { ...(value as object), ...fixed };
      return fc.oneof(
        fc.constant({ value: base, field: "", isChanged: false }),
        changed(base).map((change) => ({ ...change, isChanged: true })),
      );
    });

  const written = (): Promise<unknown> =>
    service.env.DB.prepare(
      `SELECT (SELECT COUNT(*) FROM links) AS links, (SELECT COUNT(*) FROM qr_codes) AS codes,
         (SELECT COUNT(*) FROM activity) AS activity, (SELECT SUM(revision) FROM links) AS revisions,
         (SELECT COUNT(*) FROM idempotency_claims) AS claims, (SELECT group_concat(settings) FROM projects) AS looks`,
    ).first();

  /** Expectations for every response, to any request. */
  function expectStated(path: string, method: string, answer: Answer): void {
    const { status, json, headers, text } = answer;
    expect(status, text.slice(0, 300)).toBeLessThan(500);
    expect(Object.keys(document.paths[path][method].responses), `${status} is stated`).toContain(
      String(status),
    );
    const { response, place } = answerAt(path, method, status);
    expect(
      fits(json, ...place, "content", "application/json", "schema"),
      JSON.stringify(json).slice(0, 500),
    ).toBe(true);
    expect(response.description).toBeTypeOf("string");
    expect(headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
    if (status >= 400) expect(json.error.correlationId).toBe(headers.get("X-Correlation-ID"));
  }

  /** Sends a body, and checks that the service behaves as in the contract. */
  async function judge(operation: Operation, sent: Sent): Promise<Answer> {
    const { path, method, schema } = operation;
    const isStated = fits(sent.value, ...schema);
    const before = await written();
    const answer = await send(service, method.toUpperCase(), operation.address, sent.value, { key });
    expectStated(path, method, answer);
    const { status, json } = answer;
    if (status < 400) {
      expect(isStated, "what was taken is what the contract takes").toBe(true);
      return answer;
    }
    expect(await written(), "nothing is written on refusal").toEqual(before);
    const fields: string[] = (json.error.details ?? []).map(({ field }: Json) => field);
    if (json.error.code === "validation_failed") {
      expect(fields.length).toBeGreaterThan(0);
      if (isStated)
        expect(
          fields.every((field) => TOLD_IN_WORDS.test(field)),
          `refused though stated: ${fields}`,
        ).toBe(true);
      else
        expect(
          fields.some(
            (field) =>
              field === "body" || related(field, sent.field) || /^(retailer|intent)$/.test(sent.field),
          ),
          `${sent.field} is named by ${fields}`,
        ).toBe(true);
    }
    return answer;
  }

  const bodySchema = (path: string, method: string): string[] => {
    const type = Object.keys(document.paths[path][method].requestBody.content)[0] ?? "";
    return ["paths", path, method, "requestBody", "content", type, "schema"];
  };
  const at = (place: readonly string[]): Json => place.reduce((node, step) => node[step], document);
  const operation = (path: string, method: string, address = path): Operation => ({
    path,
    method,
    address,
    schema: bodySchema(path, method),
  });
  return { bodiesOf, written, expectStated, judge, at, operation };
}
