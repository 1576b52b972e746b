import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import type { Answer } from "../requests.ts";

/** The two writes that take an Idempotency-Key, so that each rule is tested on both. */
export interface Write {
  name: string;
  path(linkId: string): string;
  body(name?: string): Record<string, unknown>;
  /** Rows that the write makes one of. */
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
/** An Idempotency-Key that no other test of the file uses. */
export const newKey = (): string => `idempotency-${++used}`;

/** The id of what an answer says it has just made. */
export function expectNew(answer: Answer): string {
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers.get("Idempotent-Replayed")).toBeNull();
  return answer.json.data.id;
}

/** `again` is the answer `first`, and says that it is a replay. */
export function expectReplay(again: Answer, first: Answer): void {
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  expect(again.headers.get("Content-Type")).toBe(first.headers.get("Content-Type"));
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
}
