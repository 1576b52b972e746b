import * as z from "zod";

/** The properties that responses contain only on request. The base contract has none of them. */
export const INCLUDABLE = [
  "addresses",
  "domain",
  "gtin",
  "offers",
  "schedule",
  "slug",
  "state",
  "style",
  "warnings",
] as const;
export type Includable = (typeof INCLUDABLE)[number];

/** The properties that a request includes. */
export type Include = ReadonlySet<Includable>;

/** The base contract only. */
export const INCLUDE_NOTHING: Include = new Set();
/** Every property. */
export const INCLUDE_ALL: Include = new Set(INCLUDABLE);

const WORDS = [...INCLUDABLE, "all"] as const;

const words = z
  .string()
  .refine(
    (text) => {
      const requested = text.split(",");
      return (
        requested.length <= WORDS.length && requested.every((word) => WORDS.some((known) => known === word))
      );
    },
    `must be one or more of ${WORDS.join(", ")}, separated by commas`,
  )
  .meta({
    id: "Include",
    description: "Properties to add to the base contract.",
    // How OpenAPI describes a comma-separated list.
    type: "array",
    minItems: 1,
    maxItems: WORDS.length,
    items: { type: "string", enum: WORDS, description: "A property, or `all`." },
  });

/** The query of operations that return links or QR codes. It does not affect idempotency. */
export const includeQuery = z.object({
  include: words
    .optional()
    .transform((text): Include => {
      if (text === undefined) return INCLUDE_NOTHING;
      const requested = text.split(",");
      return requested.includes("all")
        ? INCLUDE_ALL
        : new Set(INCLUDABLE.filter((word) => requested.includes(word)));
    })
    .describe(
      "Properties to add to links and QR codes. `style` belongs to codes, the others to links; `gtin`, `offers`, `schedule` and " +
        "`slug` are present only if set, and `warnings` only in responses to creates and changes. `all` adds everything.",
    ),
});

/** Removes the properties that `include` does not name from a link or QR code presented with all of them. */
export function narrowed(resource: object, include: Include): object {
  const left: Record<string, unknown> = { ...resource };
  for (const word of INCLUDABLE) if (!include.has(word)) delete left[word];
  const { qrCode } = left;
  return typeof qrCode === "object" && qrCode !== null
    ? Object.assign(left, { qrCode: narrowed(qrCode, include) })
    : left;
}
