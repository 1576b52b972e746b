import * as z from "zod";
import {
  createThreshold,
  deleteThreshold,
  getThreshold,
  listThresholds,
  THRESHOLDS_SCOPE,
} from "../../features/visits/manage-thresholds.ts";
import { MAX_THRESHOLD, MAX_THRESHOLDS, type Threshold } from "../../features/visits/threshold-store.ts";
import { dateTime, shown } from "../../ground/core/resource-parts.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { THRESHOLD_COUNTS } from "../../ground/core/vocabulary.ts";
import { CREATED_AT } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { cursorParameter, limitParameter, readHeaders, writeHead } from "./request-head.ts";
import { dataOf, pageOf } from "./resources.ts";
import { write } from "./write.ts";

const ROOT = "/v1/thresholds";
const ONE = `${ROOT}/{thresholdId}`;
const COMMON = { tag: "Events", scope: THRESHOLDS_SCOPE } as const;
const OF_OWNER = ["not_found", "project_access_denied"] as const;

const linkId = text(3, 128).describe("The link whose visits count.");
const projectId = text(1, 128).describe("The project whose visits count: those that its links had in it.");
const counts = z.enum(THRESHOLD_COUNTS).describe("People who came by a QR code, otherwise, or both (`all`).");
const at = z.int().min(1).max(MAX_THRESHOLD).describe("How many visits, counted from the first one on.");

const ofLink = z.strictObject({ linkId, counts, at });
const ofProject = z.strictObject({ projectId, counts, at });
const thresholdRequest = z
  .union([ofLink, ofProject])
  .meta({ id: "CreateThresholdRequest", description: "A threshold of a link, or of a project as a whole." });

/** The same as one object, for tools. */
export const thresholdArgument = z
  .strictObject({ linkId, projectId, counts, at })
  .partial({ linkId: true, projectId: true })
  .describe("A threshold of a link (`linkId`), or of a project as a whole (`projectId`).");

export const thresholdResource = z
  .strictObject({
    id: shown(64, "Id of the threshold."),
    projectId: shown(128, "The project, or that of the link."),
    linkId: shown(128, "The link; absent: the project as a whole.").optional(),
    counts,
    at,
    createdAt: dateTime("When it was created."),
    reachedAt: dateTime("When it was reached; absent until then.").optional(),
  })
  .meta({ id: "Threshold", description: "A number of visits that an event is sent about, once." });

function present({ organizationId: _, total: __, linkId, reachedAt, ...fields }: Threshold) {
  return {
    ...fields,
    ...(linkId !== null && { linkId }),
    ...(reachedAt !== null && { reachedAt }),
  };
}

export const THRESHOLD_ID = "thr_01kjq5c8n0v3w7x9y2z4a6b8ct";
export const THRESHOLD_BODY = { projectId: "demo", counts: "scans", at: 10_000 } as const;
const path = { thresholdId: THRESHOLD_ID };
const example = { id: THRESHOLD_ID, ...THRESHOLD_BODY, createdAt: CREATED_AT };

const oneHead = z.object({
  header: readHeaders,
  param: z.object({ thresholdId: text(3, 128).describe("Id of the threshold.") }),
});

export const createThresholdOperation = operation({
  ...COMMON,
  id: "createThreshold",
  method: "POST",
  path: ROOT,
  summary: "Create a threshold",
  description:
    "Records the event `visits.threshold` once, within a minute of the visit that reaches it; at once if it is reached already. " +
    `A link, and a project, has up to ${MAX_THRESHOLDS}.`,
  head: writeHead,
  body: {
    schema: thresholdRequest,
    read: (json) => ("linkId" in json ? parse(ofLink, json) : parse(ofProject, json)),
  },
  response: {
    status: 201,
    description: "The threshold.",
    schema: dataOf(thresholdResource),
    headers: ["Location", "Idempotent-Replayed"],
  },
  errors: [...OF_OWNER, "quota_exceeded", "idempotency_conflict"],
  examples: [{ summary: "Scans of a project", body: THRESHOLD_BODY, response: () => ({ data: example }) }],
  handle(request) {
    const { actor, body, origins, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => createThreshold(actor, { ...body, idempotency }, dependencies),
      (made: Threshold) => ({
        status: 201,
        data: present(made),
        location: `${origins.api}${ROOT}/${made.id}`,
      }),
    );
  },
});

const list = operation({
  ...COMMON,
  id: "listThresholds",
  method: "GET",
  path: ROOT,
  summary: "List thresholds",
  description:
    "Those of a link, of a project as a whole, or of all projects that the key reaches; the oldest first.",
  head: z.object({
    header: readHeaders,
    query: z.strictObject({
      ...{ linkId: linkId.optional(), projectId: projectId.optional() },
      limit: limitParameter(),
      cursor: cursorParameter(),
    }),
  }),
  response: { status: 200, description: "A page of thresholds.", schema: pageOf(thresholdResource) },
  errors: OF_OWNER,
  examples: [
    { summary: "Of a project", query: { projectId: "demo" }, response: () => ({ data: [example] }) },
  ],
  async handle({ actor, head, dependencies }) {
    const { thresholds, nextCursor } = await listThresholds(actor, head.query, dependencies);
    return Response.json({ data: thresholds.map(present), ...(nextCursor !== null && { nextCursor }) });
  },
});

const get = operation({
  ...COMMON,
  id: "getThreshold",
  method: "GET",
  path: ONE,
  summary: "Retrieve a threshold",
  description: "Whether and when it was reached.",
  head: oneHead,
  response: { status: 200, description: "The threshold.", schema: dataOf(thresholdResource) },
  errors: OF_OWNER,
  examples: [{ summary: "A threshold", path, response: () => ({ data: example }) }],
  handle: async ({ actor, head, dependencies }) =>
    Response.json({ data: present(await getThreshold(actor, head.param, dependencies)) }),
});

const remove = operation({
  ...COMMON,
  id: "deleteThreshold",
  method: "DELETE",
  path: ONE,
  summary: "Delete a threshold",
  description: "Its event stays, if it was reached.",
  head: oneHead,
  response: { status: 200, description: "The threshold as it was.", schema: dataOf(thresholdResource) },
  errors: OF_OWNER,
  examples: [{ summary: "A threshold", path, response: () => ({ data: example }) }],
  handle: async ({ actor, head, dependencies }) =>
    Response.json({ data: present(await deleteThreshold(actor, head.param, dependencies)) }),
});

/** Every operation on thresholds, in the order of the documents. */
export const THRESHOLD_OPERATIONS = [createThresholdOperation, list, get, remove];
