import { MAX_SLUGS } from "../../../addresses/slug.ts";
import { MAX_LOGO_BYTES } from "../../../brands/logo.ts";
import { MAX_METADATA_BYTES } from "../../../core/metadata.ts";
import { MAX_URL_LENGTH } from "../../../core/urls.ts";
import { MAX_ROWS } from "../../../links/prepare-rows.ts";
import { DEFAULT_QUOTAS, QUOTA_WORDS, QUOTAS } from "../../../quotas/quota.ts";
import { MAX_OFFERS } from "../../../retailers/choice-offer.ts";
import { MAX_DEFINITION_BYTES } from "../../../retailers/definition.ts";
import { MAX_BODY_BYTES } from "../../json-body.ts";
import type { Block } from "../blocks.ts";
import type { Guide } from "./guide-context.ts";

/** What each limiter of wrangler.toml counts, and how many of them it lets through in so many seconds. */
export const RATE_LIMITS = {
  API_RATE_LIMIT: {
    counts: "Requests of one API key, or of one person in the dashboard",
    limit: 1000,
    period: 10,
  },
  AUTHENTICATION_RATE_LIMIT: { counts: "Requests with a wrong key, of one address", limit: 600, period: 60 },
  UNKNOWN_LINK_RATE_LIMIT: {
    counts: "Requests for short links, lists and images that do not exist, of one address",
    limit: 600,
    period: 60,
  },
  IMAGE_RATE_LIMIT: { counts: "QR code images that are drawn, of one address", limit: 300, period: 60 },
  SHARED_REPORT_RATE_LIMIT: {
    counts: "Views of one shared report; a reader can use a fifth of them",
    limit: 300,
    period: 60,
  },
} as const;

const figure = (value: number): string => value.toLocaleString("en-US");
const kib = (bytes: number): string => `${figure(bytes / 1024)} KiB`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: "table",
  head,
  rows,
});

/** Every figure that is not the bound of one field: those stand with the fields. */
export const limits: Guide = () => ({
  id: "limits",
  title: "Limits: rates, quotas and sizes",
  summary: "Rate limits, quotas of an organization, sizes, and how long things take to show.",
  blocks: [
    { kind: "heading", text: "Rate limits" },
    table(
      ["What is counted", "Limit"],
      Object.values(RATE_LIMITS).map(({ counts, limit, period }) => [
        counts,
        `${figure(limit)} in ${period} seconds`,
      ]),
    ),
    {
      kind: "text",
      text: "A [bulk](#createLinks) and a [logo](#putProjectLogo) count as ten requests, and of an MCP request each message counts. Each data centre counts separately, so no header could say truly how many are left. Above the limit, the answer is 429 `rate_limited`: wait as many seconds as `Retry-After` says, then send the same request again; see [retries](#retries).",
    },
    { kind: "heading", text: "Quotas" },
    table(
      ["Quota", "What it counts", "Default"],
      QUOTAS.map((quota) => [`\`${quota}\``, QUOTA_WORDS[quota], figure(DEFAULT_QUOTAS[quota])]),
    ),
    {
      kind: "text",
      text: "Whoever operates the service can give an organization other quotas. A write that needs more than is left is 403 `quota_exceeded`, and its `details` name the quota and what is used. What counts by the day is free again on the next day (UTC). Reads, redirects and images have no quota. Switching a link off is never refused, and other changes of what exists may go 100 MB beyond `storedBytes`.",
    },
    { kind: "heading", text: "Sizes" },
    table(
      ["What", "Limit"],
      [
        ["Body of a request", `${MAX_BODY_BYTES / 1024 ** 2} MiB, nested at most 64 levels deep`],
        ["Definition of a link", `${figure(MAX_DEFINITION_BYTES)} bytes as JSON, with its defaults`],
        ["Links in one bulk", figure(MAX_ROWS)],
        ["Products of a link", "100, each with 25 backups"],
        ["Items of a list or recipe", "200"],
        ["Offers of a choice", `2 to ${MAX_OFFERS}`],
        ["Slugs that a link has had", figure(MAX_SLUGS)],
        ["Tags of a link", "100 of 80 characters"],
        ["URL", `${figure(MAX_URL_LENGTH)} characters, absolute, http or https`],
        ["Metadata", `${kib(MAX_METADATA_BYTES)} as JSON`],
        ["Logo", kib(MAX_LOGO_BYTES)],
        ["Page of a list", "100 entries, 25 unless `limit` says otherwise"],
        ["Idempotency-Key, X-Correlation-ID", "8 to 128 characters"],
        ["Results of one MCP request", "4 MiB together"],
      ],
    ),
    {
      kind: "text",
      text: "Characters are Unicode code points. The bounds of each field stand with the operation that takes it.",
    },
    { kind: "heading", text: "Times" },
    table(
      ["What", "How long"],
      [
        ["A change of a link", "shows everywhere within 70 seconds"],
        ["A revoked key", "is refused everywhere within 10 seconds"],
        ["A visit", "is counted within a minute"],
        ["An Idempotency-Key", "is known for 24 hours"],
        ["Visits by the hour", "are kept for 90 days; by the day, without limit"],
      ],
    ),
  ],
});
