import { MAX_SLUGS } from "../../../../features/addresses/slug.ts";
import { MAX_LOGO_BYTES } from "../../../../features/brands/logo.ts";
import { MAX_ROWS } from "../../../../features/links/prepare-rows.ts";
import { DEFAULT_QUOTAS, QUOTA_LABELS, QUOTAS } from "../../../../features/quotas/quota.ts";
import { MAX_OFFERS } from "../../../../features/retailers/choice-offer.ts";
import { MAX_DEFINITION_BYTES } from "../../../../features/retailers/definition.ts";
import { MAX_METADATA_BYTES } from "../../../../ground/core/metadata.ts";
import { MAX_URL_LENGTH } from "../../../../ground/core/urls.ts";
import { API_LIMIT, API_PERIOD } from "../../../../ground/platform/rate-limit.ts";
import { MAX_BODY_BYTES } from "../../json-body.ts";
import type { Block } from "../blocks.ts";
import type { Guide } from "./guide-context.ts";

/** What each rate limiter in wrangler.toml counts, and how many it allows per period in seconds. */
export const RATE_LIMITS = {
  API_RATE_LIMIT: {
    counts: "Requests per API key, or per person in the dashboard",
    limit: API_LIMIT,
    period: API_PERIOD,
  },
  AUTHENTICATION_RATE_LIMIT: {
    counts: "Different invalid keys per client IP; repeats of each have the same limit",
    limit: 600,
    period: 60,
  },
  UNKNOWN_LINK_RATE_LIMIT: {
    counts: "Requests for unknown short links, lists and images, per client IP",
    limit: 600,
    period: 60,
  },
  IMAGE_RATE_LIMIT: { counts: "Rendered QR code images, per client IP", limit: 300, period: 60 },
  SHARED_REPORT_RATE_LIMIT: {
    counts: "Views per shared report; each reader can use a fifth",
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

/** Every limit except the bounds of single fields, which are listed with the fields. */
export const limits: Guide = () => ({
  id: "limits",
  title: "Limits: rates, quotas and sizes",
  summary: "Rate limits, quotas, sizes, and how long changes take to show.",
  blocks: [
    { kind: "heading", text: "Rate limits" },
    table(
      ["Counts", "Limit"],
      Object.values(RATE_LIMITS).map(({ counts, limit, period }) => [
        counts,
        `${figure(limit)} per ${period} seconds`,
      ]),
    ),
    "A [bulk request](#createLinks) and a [logo](#putProjectLogo) count as ten requests; each message of an MCP request counts. `RateLimit-Policy` has the limit of the key (`q`) and its seconds (`w`). Each data center counts separately; no header shows what's left. Above the limit, the response is 429 `rate_limited`: wait for the seconds in `Retry-After`, then send the same request again; see [retries](#retries).",
    { kind: "heading", text: "Quotas" },
    table(
      ["Quota", "What it counts", "Default"],
      QUOTAS.map((quota) => [`\`${quota}\``, QUOTA_LABELS[quota], figure(DEFAULT_QUOTAS[quota])]),
    ),
    "The operator can change an organization's quotas. A write beyond a quota returns 403 `quota_exceeded`; `details` names the quota and its usage. Daily quotas reset at 00:00 UTC. Reads, redirects and images have no quota. Switching a link off is always allowed, and other changes to existing objects may exceed `storedBytes` by 100 MB.",
    { kind: "heading", text: "Sizes" },
    table(
      ["Item", "Limit"],
      [
        ["Request body", `${MAX_BODY_BYTES / 1024 ** 2} MiB, at most 64 levels of nesting`],
        ["Definition of a link", `${figure(MAX_DEFINITION_BYTES)} bytes as JSON, with its defaults`],
        ["Links in a bulk request", figure(MAX_ROWS)],
        ["Products of a link", "100, each with 25 backups"],
        ["Items of a list or recipe", "200"],
        ["Offers of a choice", `2 to ${MAX_OFFERS}`],
        ["Slugs of a link, including former ones", figure(MAX_SLUGS)],
        ["Tags of a link", "100 of 80 characters"],
        ["URL", `${figure(MAX_URL_LENGTH)} characters, absolute, http or https`],
        ["Metadata", `${kib(MAX_METADATA_BYTES)} as JSON`],
        ["Logo", kib(MAX_LOGO_BYTES)],
        ["Page of a list", "100 entries, 25 unless `limit` says otherwise"],
        ["Idempotency-Key, X-Correlation-ID", "8 to 128 characters"],
        ["Results of one MCP request", "4 MiB together"],
      ],
    ),
    "Characters are Unicode code points. Each operation lists the bounds of its fields.",
    { kind: "heading", text: "Times" },
    table(
      ["Event", "Time"],
      [
        ["A link is changed", "applies everywhere within 40 seconds"],
        ["A key is revoked", "stops working everywhere within 10 seconds"],
        ["A visit", "appears in reports within a minute"],
        ["An Idempotency-Key", "expires after 24 hours"],
        ["Visits by the hour", "are stored for 90 days; by the day, without limit"],
      ],
    ),
  ],
});
