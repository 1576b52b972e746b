import type * as z from "zod";
import { previewOf } from "../../../features/links/destination-preview.ts";
import { definitionOf, type Link } from "../../../features/links/link.ts";
import { resolveNewDestination } from "../../../features/links/resolve-destination.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import type { LinkDefinition } from "../../../features/retailers/definition.ts";
import { parseDefinition } from "../../../features/retailers/parse-definition.ts";
import { VARIANTS, type VariantKey, variantKey } from "../../../features/retailers/variants.ts";
import { encodedUrl, type Origins } from "../../../ground/core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../../ground/core/vocabulary.ts";
import { INCLUDE_NOTHING, type Include } from "../include.ts";
import type { OperationExample } from "../operation-description.ts";
import { presentCreatedLink, presentLink, presentQrCode } from "../presenters.ts";
import type { linkDestination, linkPreview } from "../preview-resources.ts";
import { VARIANT_BODIES } from "./variant-bodies.ts";

// The link and codes in the examples of all operations. The API's own presenters make the example responses.

export const LINK_ID = "lnk_01kjq5c8n0v3w7x9y2z4a6b8cd";
export const CREATED_AT = "2026-03-02T09:30:00.000Z";
export const CHANGED_AT = "2026-03-05T14:05:00.000Z";
export const CORRELATION_ID = "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11";
/** The path parameters of operations on the example link. */
export const LINK_PATH = { linkId: LINK_ID };

const SHORT_ID = "k7m2q9xd";
const MAIN_VARIANT = "bigbox_w add_to_cart";

/** The body that creates a link of a variant. */
export function creationBody(key: VariantKey): Readonly<Record<string, unknown>> {
  const [retailer, intent] = key.split(" ");
  return { projectId: "demo", retailer, intent, ...VARIANT_BODIES[key] };
}

/** The body that creates the example link. */
export const LINK_BODY = creationBody(MAIN_VARIANT);

const linkOf = (definition: LinkDefinition): Link => ({
  ...definition,
  id: LINK_ID,
  organizationId: "demo",
  shortId: SHORT_ID,
  domain: "",
  status: "active",
  ...resolveNewDestination(definition, new Map(), {
    shortId: SHORT_ID,
    now: new Date(CREATED_AT),
  }),
  version: 1,
  revision: 1,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
});

/** The example link as stored. */
export const LINK = linkOf(parseDefinition(LINK_BODY));

/** A code of the example link. */
export const codeOf = (origins: Origins, code: Partial<QrCode> = {}): QrCode => ({
  linkId: LINK_ID,
  identifier: DEFAULT_QR_IDENTIFIER,
  name: DEFAULT_QR_NAME,
  encodedUrl: encodedUrl(origins, LINK, code.identifier ?? DEFAULT_QR_IDENTIFIER),
  isDefault: true,
  createdAt: CREATED_AT,
  ...code,
});

export const exampleLink = (
  origins: Origins,
  changes: Partial<Pick<Link, "publicName" | "status" | "updatedAt">> = {},
  include: Include = INCLUDE_NOTHING,
): object =>
  presentLink(
    { link: { ...LINK, ...changes }, qrCode: codeOf(origins) },
    origins,
    include,
    new Date(CHANGED_AT),
  );

const APP = { retailer: "custom", intent: "custom_url" };

/** The body of a choice that redirects by rules. */
const RULES_BODY = {
  ...creationBody("choice choose_retailer"),
  name: "Our app",
  page: { pick: "first" },
  fallbackUrl: "https://brand.example/app",
  offers: [
    {
      ...APP,
      key: "app-store",
      customUrl: "https://apps.apple.com/app/id1",
      when: { countries: ["US", "CA"], devices: ["phone", "tablet", "ios"] },
    },
    {
      ...APP,
      key: "play-store",
      customUrl: "https://play.google.com/store/apps/details?id=brand",
      when: { devices: ["android"], from: "2026-03-01T00:00:00.000Z" },
    },
  ],
};

const creation = (key: VariantKey, summary: string, body = creationBody(key)): OperationExample => {
  return {
    summary,
    headers: { "Idempotency-Key": `create-${summary.toLowerCase().replaceAll(/[^a-z]+/g, "-")}` },
    body,
    response: (origins) => ({
      data: presentCreatedLink(
        { link: linkOf(parseDefinition(body)), qrCode: codeOf(origins) },
        origins,
        INCLUDE_NOTHING,
      ),
    }),
  };
};

/** A creation for each variant, the simplest first. */
export const CREATIONS: readonly [OperationExample, ...OperationExample[]] = [
  creation("custom custom_url", "Any URL"),
  ...VARIANTS.filter(({ retailer }) => retailer !== "custom").map((variant) =>
    creation(variantKey(variant), `${variant.retailer}, ${variant.intent}`),
  ),
  creation("choice choose_retailer", "A choice by rules", RULES_BODY),
];

/** The body that adds a code to the example link. */
export const POSTER_BODY = {
  identifier: "window-poster",
  name: "Window poster",
  metadata: { size: "A2" },
} as const;

export const POSTER_PATH = { ...LINK_PATH, identifier: POSTER_BODY.identifier };

export const examplePoster = (origins: Origins, changes: Partial<QrCode> = {}): object =>
  presentQrCode(
    codeOf(origins, { ...POSTER_BODY, isDefault: false, createdAt: CHANGED_AT, ...changes }),
    origins,
    INCLUDE_NOTHING,
  );

export const EXAMPLE_PREVIEW: z.infer<typeof linkPreview> = previewOf(definitionOf(LINK), new Map(), {
  affiliate: { deployment: {} },
  now: new Date(CREATED_AT),
});

const VISIT = { country: "DE", device: "phone", system: "ios" } as const;

export const RULES_PREVIEW_BODY = { ...RULES_BODY, visit: VISIT };

export const EXAMPLE_RULES_PREVIEW: z.infer<typeof linkPreview> = previewOf(
  parseDefinition(RULES_BODY),
  new Map(),
  { affiliate: { deployment: {} }, now: new Date(CREATED_AT), visit: VISIT },
);

const { offers: _, scan: __, picked: ___, ...preview } = EXAMPLE_PREVIEW;

export const EXAMPLE_DESTINATION: z.infer<typeof linkDestination> = {
  ...preview,
  destination: LINK.destination,
  state: "running",
  since: CREATED_AT,
};
