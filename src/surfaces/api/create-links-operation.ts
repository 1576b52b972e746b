import * as z from "zod";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { createLinks } from "../../features/links/create-links.ts";
import { MAX_ROWS } from "../../features/links/prepare-rows.ts";
import { previewLinks } from "../../features/links/preview-links.ts";
import { createLinkRequest } from "../../features/retailers/definition.ts";
import { bytesOfProblems, MAX_PROBLEM_BYTES, validationFailed } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { ERROR_STATUS } from "../../ground/platform/error-status.ts";
import { describeError, errorForLog } from "../http/error-response.ts";
import { createdResponse } from "./create-link-operation.ts";
import { CORRELATION_ID, codeOf, EXAMPLE_PREVIEW, LINK, LINK_BODY } from "./examples/link-examples.ts";
import { anyLink } from "./extended-resources.ts";
import { INCLUDE_NOTHING } from "./include.ts";
import { operation } from "./operation.ts";
import type { OperationExample } from "./operation-description.ts";
import { linkPreview } from "./preview-resources.ts";
import { createLinkHead } from "./request-head.ts";
import { dataOf, errorBody, responseWith } from "./resources.ts";
import { type RowResponse, rowsResponse, writeRows } from "./write.ts";

/** What a bulk request costs D1, measured in creations of a single link. */
const WEIGHT = 10;

/** The request schema with `row` for its rows. Rows are validated separately: an invalid row does not affect the others. */
const requestOf = (row: z.ZodType) =>
  z.strictObject({
    links: list(row).min(1).max(MAX_ROWS).describe("Bodies as for `POST /v1/links`."),
    dryRun: z.boolean().describe("Preview the rows and create nothing.").optional(),
  });
const request = requestOf(z.unknown());

/** The documented request. Anything that is not a valid link becomes a rejected row. */
const describedRequest = requestOf(
  z
    .union([createLinkRequest, z.unknown().describe("Anything else: its row in the response is an error.")])
    .describe("A body as for `POST /v1/links`."),
);

const createdRow = z
  .strictObject({
    status: z.literal(201).describe("The link was created."),
    body: dataOf(anyLink).describe("The response of `POST /v1/links`."),
  })
  .describe("A row whose link was created.")
  .meta({ id: "CreatedRow" });
const previewedRow = z
  .strictObject({
    status: z.literal(200).describe("The link could be created."),
    body: dataOf(linkPreview).describe("The preview of the link."),
  })
  .describe("A valid row of a dry run.")
  .meta({ id: "PreviewedRow" });
const rejectedRow = z
  .strictObject({
    status: z
      .literal([...new Set(Object.values(ERROR_STATUS))])
      .describe("The status that `POST /v1/links` would return."),
    body: errorBody,
  })
  .describe("A rejected row; nothing was created for it.")
  .meta({ id: "RefusedRow" });
const row = z
  .xor([createdRow, previewedRow, rejectedRow])
  .describe("Result of one row, by `status`.")
  .meta({ id: "BulkRow" });

/**
 * Describes the errors of one request's rows, in order. Their details share the space of a single error: each row may use
 * an equal part of what is left.
 */
function rowErrors(rows: number, correlationId: string) {
  let left = MAX_PROBLEM_BYTES;
  return (error: unknown, index: number) => {
    const described = describeError(error, correlationId, left / (rows - index));
    left -= bytesOfProblems(described.body.error.details ?? []);
    return described;
  };
}

const rejection = describeError(
  validationFailed([{ field: "products[0].quantity", message: "must be at most 999" }]),
  CORRELATION_ID,
);
const EXAMPLE_ROWS = [
  LINK_BODY,
  { ...LINK_BODY, name: "Breakfast for all", products: [{ retailerProductId: "10450114", quantity: 1000 }] },
];

/** A request with a valid and an invalid row, and its response. */
const rowsExample = (summary: string, dryRun: boolean): OperationExample => ({
  summary,
  ...(!dryRun && { headers: { "Idempotency-Key": "import-of-monday" } }),
  body: { links: EXAMPLE_ROWS, ...(dryRun && { dryRun }) },
  response(origins) {
    const created = createdResponse(origins)({ link: LINK, qrCode: codeOf(origins) }, INCLUDE_NOTHING);
    const good = dryRun
      ? { status: 200, body: { data: EXAMPLE_PREVIEW } }
      : { status: created.status, body: { data: created.data } };
    return { data: [good, { status: rejection.status, body: rejection.body }] };
  },
});

export const createLinksOperation = operation({
  id: "createLinks",
  method: "POST",
  path: "/v1/links/bulk",
  tag: "Links",
  summary: "Create many links",
  description:
    "Creates a link for each row, in one transaction. A rejected row does not affect the others: the response lists, in row " +
    "order, what `POST /v1/links` would return for each. All errors share the detail limit of a single error; the last " +
    "entry of `details` then counts the omitted problems. One `Idempotency-Key` covers all rows: a retry with the same key " +
    "and body creates only the missing rows. A dry run uses no key and returns a preview for each valid row.",
  scope: CREATE_LINK_SCOPE,
  readAhead: ({ domains, now }) => domains.confirmed(now()),
  needsRetailerScope: true,
  weight: WEIGHT,
  head: createLinkHead,
  body: {
    schema: describedRequest
      .describe("Links to create together, or to preview.")
      .meta({ id: "CreateLinksRequest" }),
    read: (json) => parse(request, json),
  },
  response: responseWith(
    "The result of each row, in order.",
    z.array(row).max(MAX_ROWS).describe("The rows."),
    "Idempotent-Replayed",
  ),
  errors: ["idempotency_conflict"],
  examples: [
    rowsExample("Two links, one of them invalid", false),
    rowsExample("A dry run of the same links", true),
  ],
  async handle(incoming) {
    const { actor, body, correlationId, dependencies } = incoming;
    const { links: rows, dryRun } = body;
    const noted = new Set<unknown>();
    const describe = rowErrors(rows.length, correlationId);
    const rejected = (error: unknown, index: number): RowResponse => {
      // Rows that failed together share one error. It is logged here because the request itself has the status 200.
      const cause = noted.has(error) ? undefined : errorForLog(error);
      noted.add(error);
      if (cause !== undefined) dependencies.log("error", "create links", { correlationId, cause });
      const { status, body } = describe(error, index);
      return { status, body };
    };
    if (dryRun) {
      const previewed = await previewLinks(actor, { rows }, dependencies);
      return rowsResponse(
        previewed.map((each, index) =>
          each.kind === "rejected"
            ? rejected(each.error, index)
            : { status: 200, body: { data: each.preview } },
        ),
      );
    }
    return writeRows(
      incoming,
      "POST",
      (idempotency) => createLinks(actor, { rows, idempotency }, dependencies),
      createdResponse(dependencies.origins),
      rejected,
    );
  },
});
