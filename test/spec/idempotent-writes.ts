import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import type { Answer } from "../requests.ts";

/** Two writes with an Idempotency-Key, to test each rule on both. */
export interface Write {
  name: string;
  path(linkId: string): string;
  body(name?: string): Record<string, unknown>;
  /** The number of rows in the table that the write adds to. */
  count: string;
}

const metadata = { a: 1, b: { c: [1, 2] } };

export const WRITES: Write[] = [
  {
    name: "a link",
    path: () => "/v1/links",
    body: (name = "Spring") => linkBody("custom custom_url", { name, metadata }),
    count: "SELECT COUNT(*) AS count FROM links WHERE name = ?1",
  },
  {
    name: "a QR code",
    path: (linkId) => `/v1/links/${linkId}/qr-codes`,
    body: (name = "Spring") => ({ name, metadata }),
    count: "SELECT COUNT(*) AS count FROM qr_codes WHERE name = ?1",
  },
];

let used = 0;
/** A new Idempotency-Key. */
export const newKey = (): string => `idempotency-${++used}`;

/** The id of the created object in a response. */
export function expectNew(answer: Answer): string {
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers.get("Idempotent-Replayed")).toBeNull();
  return answer.json.data.id;
}

/** Expects `again` to be a replay of `first`. */
export function expectReplay(again: Answer, first: Answer): void {
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  expect(again.headers.get("Content-Type")).toBe(first.headers.get("Content-Type"));
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
}
