import { Hono } from "hono";
import * as z from "zod";
import { archiveName, BEGINNING, downloadPath, type Export } from "../../extras/exports/export.ts";
import { exportRequest, getExport, openArchive, startExport } from "../../extras/exports/start-export.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import { parse } from "../../ground/core/validation.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { contentDisposition } from "../../ground/platform/http-headers.ts";
import type { AppEnv } from "../http/context.ts";
import { CREATED_AT } from "./examples/link-examples.ts";
import { operation } from "./operation.ts";
import { exportHead, writeHead } from "./request-head.ts";
import { creationWith, responseWith } from "./resources.ts";
import { write } from "./write.ts";

const EXPORT_SCOPE = "exports:write";

const exportResource = z
  .strictObject({
    id: shown(64, "Id of the export."),
    state: openEnum("ExportState", ["running", "done"], "Whether the archive is complete."),
    images: z.boolean().describe("Whether the archive has the images of the QR codes."),
    links: counted("Links of the organization when the export started."),
    percent: z.int().min(0).max(100).describe("Progress."),
    bytes: counted("Size of the archive so far."),
    createdAt: dateTime("When the export started."),
    expiresAt: dateTime("When the archive is deleted."),
    downloadUrl: shownUrl(
      "The ZIP archive, once it is complete. Anyone who has the URL can download it.",
    ).optional(),
  })
  .meta({ id: "Export", description: "An export of an organization." });

const presentExport = (found: Export, { api }: Origins): z.infer<typeof exportResource> => ({
  id: found.id,
  state: found.state === "idle" ? "done" : "running",
  images: found.images,
  links: found.links,
  percent: found.progress.percent,
  bytes: found.progress.bytes,
  createdAt: found.createdAt,
  expiresAt: found.expiresAt,
  ...(found.state === "idle" && { downloadUrl: api + downloadPath(found) }),
});

/** The export of the examples, which has just started. */
export const EXAMPLE_EXPORT = {
  id: "exp_01kjq5c8n0v3w7x9y2z4a6b8cd",
  organizationId: "demo",
  memberId: "",
  fingerprint: "",
  token: "",
  images: false,
  origins: { api: "", shortLink: "", problem: null },
  links: 1,
  progress: BEGINNING,
  state: "running",
  stoppedBecause: null,
  createdAt: CREATED_AT,
  expiresAt: CREATED_AT,
} as const satisfies Export;

const example = (origins: Origins) => ({ data: presentExport(EXAMPLE_EXPORT, origins) });

export const createExportOperation = operation({
  id: "createExport",
  method: "POST",
  path: "/v1/exports",
  tag: "Exports",
  summary: "Start an export",
  description:
    "Writes links with their history, QR codes, every URL that was ever handed out, and visits into one ZIP archive. " +
    "Requires a key with access to all projects. Poll the export until it is `done`. One export runs at a time.",
  scope: EXPORT_SCOPE,
  head: writeHead,
  body: {
    schema: exportRequest,
    read: (json: Record<string, unknown>) => parse(exportRequest, json),
  },
  response: creationWith("The export.", exportResource, "Location", "Idempotent-Replayed"),
  errors: ["project_access_denied", "idempotency_conflict"],
  examples: [
    {
      summary: "An export without images",
      headers: { "Idempotency-Key": "export-2026-11-25" },
      body: {},
      response: example,
    },
  ],
  handle(request) {
    const { actor, body, dependencies } = request;
    return write(
      request,
      "POST",
      (idempotency) => startExport(actor, { ...body, idempotency }, dependencies),
      (started: Export) => ({
        status: 201,
        data: presentExport(started, dependencies.origins),
        location: `${dependencies.origins.api}/v1/exports/${started.id}`,
      }),
    );
  },
});

export const getExportOperation = operation({
  id: "getExport",
  method: "GET",
  path: "/v1/exports/{exportId}",
  tag: "Exports",
  summary: "Retrieve an export",
  description:
    "Returns the progress and, once it is done, the URL of the archive. Exports are deleted after a day.",
  scope: EXPORT_SCOPE,
  head: exportHead,
  response: responseWith("The export.", exportResource),
  errors: ["not_found", "project_access_denied"],
  examples: [{ summary: "An export", path: { exportId: EXAMPLE_EXPORT.id }, response: example }],
  async handle({ actor, head, dependencies }) {
    const found = await getExport(actor, head.param.exportId, dependencies);
    return Response.json({ data: presentExport(found, dependencies.origins) });
  },
});

/** The route that downloads archives. Its URLs are secrets that expire, so that people and programs need no key. */
export const exportArchives = new Hono<AppEnv>().get("/:file", async (c) => {
  const [, token = ""] = /^(\w+)\.zip$/.exec(c.req.param("file")) ?? [];
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  try {
    const { found, archive } = await openArchive(token, c.var.dependencies);
    attempt.recordSuccess();
    return new Response(archive.body, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(archive.size),
        "Content-Disposition": contentDisposition("attachment", archiveName(found)),
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    await attempt.recordFailure();
    throw error;
  }
});
