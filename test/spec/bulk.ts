import { expect } from "vitest";
import * as z from "zod";
import { linkPreview } from "../../src/surfaces/api/preview-resources.ts";
import { errorBody, type LinkResource, linkResource } from "../../src/surfaces/api/resources.ts";
import { expectList } from "../expectations.ts";
import { type Answer, post, type RequestOptions } from "../requests.ts";
import type { RunningService } from "../service.ts";

/** The result of a row of POST /v1/links/bulk. */
export interface Row {
  status: number;
  body: z.infer<typeof errorBody> | { data: object };
}

const row = z.strictObject({
  status: z.int(),
  body: z.union([z.strictObject({ data: linkResource }), z.strictObject({ data: linkPreview }), errorBody]),
});

/** Sends rows to POST /v1/links/bulk. */
export const sendRows = (
  service: RunningService,
  links: unknown,
  options: RequestOptions = {},
  more: object = {},
): Promise<Answer> => post(service, "/v1/links/bulk", { links, ...more }, options);

/** The rows of a successful response, in order. */
export const expectRows = (answer: Answer): Row[] => expectList(answer, row);

/** The link of a row that was created. */
export function madeLink(made: Row | undefined): LinkResource {
  expect(made?.status, JSON.stringify(made?.body)).toBe(201);
  return z.strictObject({ data: linkResource }).parse(made?.body).data;
}

/** The status of each row, with the error code if it was rejected. */
export const outcomesOf = (rows: readonly Row[]): string[] =>
  rows.map(({ status, body }) => ("error" in body ? `${status} ${body.error.code}` : String(status)));
