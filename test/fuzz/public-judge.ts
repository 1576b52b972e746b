import { expect } from "vitest";
import { type DatabaseRows, rowsIn } from "../database-rows.ts";
import { CLAIMED } from "./public-heads.ts";
import type { RawRequest, RawResponse } from "./raw-request.ts";

/** Expectations for every response to a stranger, and repeated requests. */

const REFUSAL = /^(?:4\d\d|503)$/;

/** Whether If-None-Match names an entity tag (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2). */
const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** The body of a response, without the request's id. */
const told = ({ text }: RawResponse): string => text.replace(/"correlationId":"[^"]*"/g, "");

/** The parts of a response that must be the same each time. */
export const sayingOf = (answer: RawResponse): unknown[] => [
  answer.status,
  answer.headers["content-type"],
  answer.headers.location,
  told(answer),
];

/** Expectations for any request. `leadsTo` checks whether a Location is allowed. */
export function expectSound(
  { headers: sent = {} }: RawRequest,
  answer: RawResponse,
  leadsTo: (location: string) => boolean,
): void {
  const { status, headers, text } = answer;
  expect(status, text.slice(0, 300)).toBeLessThan(500);
  const { location } = headers;
  if (location !== undefined) expect([location, leadsTo(location)]).toEqual([location, true]);
  expect(status >= 300 && status < 400 && status !== 304).toBe(location !== undefined);
  const type = headers["content-type"] ?? "";
  if (!/json|plain|markdown/.test(type)) expect(/.{0,40}<svg onload/i.exec(text)).toBeNull();
  const isBelieved = (text + JSON.stringify(headers)).toLowerCase().includes(CLAIMED);
  expect(isBelieved, "what headers claim is in no answer").toBe(false);
  const correlationId = headers["x-correlation-id"];
  const given = sent["X-Correlation-ID"];
  const isTaken = given !== undefined && /^[ -~]{8,128}$/.test(given);
  // A redirect has an id if the request sent it; every other response has an id.
  if (isTaken) expect(correlationId).toBe(given);
  else if (location === undefined) expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
  if (status === 304) expect(names(sent["If-None-Match"] ?? "", headers.etag ?? "")).toBe(true);
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  if (REFUSAL.test(String(status)) && type.startsWith("application/json") && text !== "") {
    const { error } = JSON.parse(text);
    expect([error.code, error.message, error.correlationId]).toEqual([
      expect.stringMatching(/^[a-z_]+$/),
      expect.any(String),
      correlationId,
    ]);
  }
}

/** The tables of visits, which every opened link changes. */
const COUNTED = /visit|queue/;

/** All stored data except the counters of visits. */
export async function storedBesidesVisits(db: D1Database): Promise<DatabaseRows["rows"]> {
  return (await rowsIn(db)).rows.filter(({ table }) => !COUNTED.test(table));
}
