import { encodedUrl, type Origins } from "../../core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../core/vocabulary.ts";
import type { Link } from "../../links/link.ts";
import { resolveNewDestination } from "../../links/resolve-destination.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import type { LinkDefinition } from "../../retailers/definition.ts";
import { parseDefinition } from "../../retailers/parse-definition.ts";
import { VARIANTS, type VariantKey, variantKey } from "../../retailers/variants.ts";
import { INCLUDE_NOTHING, type Include } from "../include.ts";
import { presentCreatedLink, presentLink } from "../presenters.ts";
import type { OperationExample } from "./example.ts";
import { VARIANT_BODIES } from "./variant-bodies.ts";

// One organization's links and codes, which the examples of all operations are about. The answers are made by the same
// presenters as real ones.

/** The id of the examples' link. */
export const LINK_ID = "lnk_01kjq5c8n0v3w7x9y2z4a6b8cd";
/** When it was created, and when it was changed. */
export const CREATED_AT = "2026-03-02T09:30:00.000Z";
export const CHANGED_AT = "2026-03-05T14:05:00.000Z";
/** The correlation id of an answer with errors inside. */
export const CORRELATION_ID = "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11";
/** The path of whatever belongs to the examples' link. */
export const LINK_PATH = { linkId: LINK_ID };

const SHORT_ID = "k7m2q9xd";
const MAIN_VARIANT = "bigbox_w add_to_cart";

/** The body that creates a link of a variant. */
export function creationBody(key: VariantKey): Readonly<Record<string, unknown>> {
  const [retailer, intent] = key.split(" ");
  return { projectId: "demo", retailer, intent, ...VARIANT_BODIES[key] };
}

/** The body that the examples' link is created with. */
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
    settings: {},
    now: new Date(CREATED_AT),
  }),
  version: 1,
  revision: 1,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
});

/** The examples' link as stored. */
export const LINK = linkOf(parseDefinition(LINK_BODY));

/** A code of that link. */
export const codeOf = (origins: Origins, code: Partial<QrCode> = {}): QrCode => ({
  linkId: LINK_ID,
  identifier: DEFAULT_QR_IDENTIFIER,
  name: DEFAULT_QR_NAME,
  encodedUrl: encodedUrl(origins, LINK, code.identifier ?? DEFAULT_QR_IDENTIFIER),
  isDefault: true,
  createdAt: CREATED_AT,
  ...code,
});

/** The examples' link with these changes, as reading shows it. */
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

const creation = (key: VariantKey, summary: string): OperationExample => {
  const body = creationBody(key);
  return {
    summary,
    headers: { "Idempotency-Key": `create-${key.replaceAll(/[ _]/g, "-")}` },
    body,
    answer: (origins) => ({
      data: presentCreatedLink(
        { link: linkOf(parseDefinition(body)), qrCode: codeOf(origins) },
        origins,
        INCLUDE_NOTHING,
      ),
    }),
  };
};

/** A creation of each variant; the first is the simplest. */
export const CREATIONS: readonly [OperationExample, ...OperationExample[]] = [
  creation("custom custom_url", "Any address"),
  ...VARIANTS.filter(({ retailer }) => retailer !== "custom").map((variant) =>
    creation(variantKey(variant), `${variant.retailer}, ${variant.intent}`),
  ),
];
