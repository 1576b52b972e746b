import * as z from "zod";

/** The properties that answers hold only if the request asks for them: the base contract has none of them. */
export const INCLUDABLE = ["addresses", "domain", "offers", "schedule", "slug", "state", "style"] as const;
/** One of these properties. */
export type Includable = (typeof INCLUDABLE)[number];

/** The properties that a request asks for. */
export type Include = ReadonlySet<Includable>;

/** Asks for the base contract alone. */
export const INCLUDE_NOTHING: Include = new Set();
/** Asks for every property. */
export const INCLUDE_ALL: Include = new Set(INCLUDABLE);

const WORDS = [...INCLUDABLE, "all"] as const;

const words = z
  .string()
  .refine(
    (text) => {
      const asked = text.split(",");
      return asked.length <= WORDS.length && asked.every((word) => WORDS.some((known) => known === word));
    },
    `must be one or more of ${WORDS.join(", ")}, with commas between them`,
  )
  .meta({
    id: "Include",
    description: "Properties to add to the base contract.",
    // As OpenAPI describes a list with commas.
    type: "array",
    minItems: 1,
    maxItems: WORDS.length,
    items: { type: "string", enum: WORDS, description: "A property, or `all`." },
  });

/** The query of operations that answer links or QR codes. It plays no part in whether a request is a repeat. */
export const includeQuery = z.object({
  include: words
    .optional()
    .transform((text): Include => {
      if (text === undefined) return INCLUDE_NOTHING;
      const asked = text.split(",");
      return asked.includes("all") ? INCLUDE_ALL : new Set(INCLUDABLE.filter((word) => asked.includes(word)));
    })
    .describe(
      "What to add to links and QR codes. `style` is of codes, everything else of links, which have `offers`, `schedule` " +
        "and `slug` only where they are set. `all` adds everything.",
    ),
});

/** A link or QR code that was presented with everything, without what is not asked for. */
export function narrowed(resource: object, include: Include): object {
  const left: Record<string, unknown> = { ...resource };
  for (const word of INCLUDABLE) if (!include.has(word)) delete left[word];
  const { qrCode } = left;
  return typeof qrCode === "object" && qrCode !== null
    ? Object.assign(left, { qrCode: narrowed(qrCode, include) })
    : left;
}
