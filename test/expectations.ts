import { expect } from "vitest";
import type * as z from "zod";
import { type ExtendedLink, extendedLink } from "../src/surfaces/api/extended-resources.ts";
import {
  errorBody,
  type LinkResource,
  linkResource,
  type QrCodeResource,
  qrCodeResource,
} from "../src/surfaces/api/resources.ts";
import type { Answer } from "./requests.ts";
import { expectBase } from "./spec/base-contract.ts";

/** Expectations for all responses of a kind. Each returns the part of the body that a test uses. */

/** Headers of every API response: private, and never readable for other sites. */
export function expectApiHeaders(answer: Answer): void {
  expectCommonHeaders(answer);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
}

/** Headers of the contract, which is public, cacheable for five minutes and readable for any page. */
export function expectContractHeaders(answer: Answer): void {
  expectCommonHeaders(answer, { "access-control-allow-origin": "*" });
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
}

function expectCommonHeaders({ headers }: Answer, forOtherSites: Record<string, string> = {}): void {
  expect(headers.get("X-Correlation-ID")).toMatch(/^.{8,128}$/);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  const sent = [...headers].filter(([name]) => name.startsWith("access-control-"));
  expect(Object.fromEntries(sent)).toEqual(forOtherSites);
}

/** An error response with this status and code, whose body has only the specification's properties. */
export function expectError(
  answer: Answer,
  status: number,
  code: string,
): z.infer<typeof errorBody>["error"] {
  expect([answer.status, answer.json?.error?.code], answer.text.slice(0, 500)).toEqual([status, code]);
  expectApiHeaders(answer);
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  // Problems of short links, which shoppers meet, lead to no documents.
  const help = answer.headers.get("Link");
  if (help !== null) expect(help).toMatch(new RegExp(`^<[^<>]*/docs#${code}>; rel="help"$`));
  expectBase("error", answer.json);
  const { error } = errorBody.parse(answer.json);
  expect(error.correlationId).toBe(answer.headers.get("X-Correlation-ID"));
  return error;
}

/** The `data` of a successful response, which is its only property. */
export function expectData<T>(answer: Answer, status: number, schema: z.ZodType<T>): T {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  expectApiHeaders(answer);
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json\b/);
  expect(Object.keys(answer.json)).toEqual(["data"]);
  return schema.parse(answer.json.data);
}

/** A link as created (201) or read (200). */
export function expectLink(answer: Answer, status: 200 | 201 = 201): LinkResource {
  const link = expectData(answer, status, linkResource);
  // Choice links have their own vocabulary; the specification has no such link.
  if (link.retailer !== "choice") expectBase(status === 201 ? "createdLink" : "link", answer.json.data);
  return link;
}

/** A link of a request with `include`. */
export const expectExtendedLink = (answer: Answer, status: 200 | 201 = 201): ExtendedLink =>
  expectData(answer, status, extendedLink);

/** A created QR code. */
export function expectQrCode(answer: Answer): QrCodeResource {
  expectBase("qrCode", answer.json?.data);
  return expectData(answer, 201, qrCodeResource);
}

export const expectList = <T>(answer: Answer, item: z.ZodType<T>): T[] =>
  expectData(answer, 200, item.array());
