import * as z from "zod";
import { parse } from "../core/validation.ts";
import { list } from "../core/zod-extensions.ts";
import { CREATE_LINK_SCOPE } from "../links/create-link.ts";
import { createLinks } from "../links/create-links.ts";
import { MAX_ROWS } from "../links/prepare-rows.ts";
import { previewLinks } from "../links/preview-links.ts";
import { ERROR_STATUS } from "../platform/error-status.ts";
import { createLinkRequest } from "../retailers/definition.ts";
import { createdResponse } from "./create-link.ts";
import { errorForLog, rowErrors } from "./errors.ts";
import { rowsExample } from "./examples/bulk.ts";
import { anyLink } from "./extended-resources.ts";
import { operation } from "./operation.ts";
import { linkPreview } from "./preview-resources.ts";
import { createLinkHead } from "./request-head.ts";
import { dataOf, errorBody } from "./resources.ts";
import { type RowResponse, rowsResponse, writeRows } from "./write.ts";

/** About what it takes of D1, in creations of one link. */
const WEIGHT = 10;

/** The request with `row` as its rows. Rows are validated one by one, so that a wrong one leaves the others alone. */
const requestOf = (row: z.ZodType) =>
  z.strictObject({
    links: list(row).min(1).max(MAX_ROWS).describe("Bodies of `POST /v1/links`."),
    dryRun: z.boolean().describe("Creates nothing and previews each row.").optional(),
  });
const request = requestOf(z.unknown());

/** What is documented: rows are bodies of a creation, and anything else is answered as a row that is refused. */
const describedRequest = requestOf(
  z
    .union([createLinkRequest, z.unknown().describe("Anything else: its row of the answer is an error.")])
    .describe("What `POST /v1/links` takes."),
);

const createdRow = z
  .strictObject({
    status: z.literal(201).describe("The link was created."),
    body: dataOf(anyLink).describe("What the creation would have answered."),
  })
  .describe("A row whose link was created.")
  .meta({ id: "CreatedRow" });
const previewedRow = z
  .strictObject({
    status: z.literal(200).describe("The link could be created."),
    body: dataOf(linkPreview).describe("The preview of the link."),
  })
  .describe("A good row of a dry run.")
  .meta({ id: "PreviewedRow" });
const refusedRow = z
  .strictObject({
    status: z
      .literal([...new Set(Object.values(ERROR_STATUS))])
      .describe("What the creation would have answered."),
    body: errorBody,
  })
  .describe("A row that was refused; nothing was created for it.")
  .meta({ id: "RefusedRow" });
const row = z
  .xor([createdRow, previewedRow, refusedRow])
  .describe("What became of a row; told apart by `status`.")
  .meta({ id: "BulkRow" });

/** The operation `POST /v1/links/bulk`. */
export const createLinksOperation = operation({
  id: "createLinks",
  method: "POST",
  path: "/v1/links/bulk",
  tag: "Links",
  summary: "Create many links",
  description:
    "Creates a link of each row, in one transaction. A row that is refused leaves the others alone: the answer has, in " +
    "the order of the rows, what `POST /v1/links` would answer to each alone, but that all errors together name no more " +
    "problems than one answer does: the last entry of `details` counts those that were left out. One " +
    "`Idempotency-Key` covers all rows; a repeat with the same key and body makes only the rows that are missing. A " +
    "dry run claims no key, and its good rows are answered with their preview.",
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
  answer: {
    status: 200,
    description: "What became of each row, in order.",
    schema: dataOf(z.array(row).max(MAX_ROWS).describe("The rows.")),
    headers: ["Idempotent-Replayed"],
  },
  errors: ["idempotency_conflict"],
  examples: [
    rowsExample("Two links, one of which is refused", false),
    rowsExample("A dry run of the same", true),
  ],
  async handle(incoming) {
    const { actor, body, origins, correlationId } = incoming;
    const dependencies = { ...incoming.dependencies, origins };
    const { links: rows, dryRun } = body;
    const noted = new Set<unknown>();
    const answerOf = rowErrors(rows.length, correlationId);
    const refused = (error: unknown, index: number): RowResponse => {
      // Rows that failed together have one error. The request's own log line says 200.
      const cause = noted.has(error) ? undefined : errorForLog(error);
      noted.add(error);
      if (cause !== undefined) dependencies.log("error", "create links", { correlationId, cause });
      const { status, body } = answerOf(error, index);
      return { status, body };
    };
    if (dryRun) {
      const previewed = await previewLinks(actor, { rows }, dependencies);
      return rowsResponse(
        previewed.map((each, index) =>
          each.kind === "refused"
            ? refused(each.error, index)
            : { status: 200, body: { data: each.preview } },
        ),
      );
    }
    return writeRows(
      incoming,
      "POST",
      (idempotency) => createLinks(actor, { rows, idempotency }, dependencies),
      createdResponse(origins),
      refused,
    );
  },
});
