import { type Pasted, type PastedLink, readPasted } from "../../retailers/read-pasted.ts";
import { requireVariant, type Variant } from "../../retailers/variants.ts";

/** Where a person is led who pasted something: to the form of a variant, filled in, or back to the start. */
export type PastedStart =
  | { kind: "form"; variant: Variant; body: object }
  | { kind: "start"; shops: readonly PastedLink[]; unclear?: Unclear };

/** Numbers that can be quantities or products, and the text in which they are products. */
export type Unclear = Pick<Extract<Pasted, { kind: "unclear" }>, "numbers" | "asProducts">;

/** What a new link begins with for a pasted text. `wanted` is the variant that the address names besides, if any. */
export function startOf(text: string, wanted: Variant | null): PastedStart {
  const pasted = readPasted(text);
  if (pasted.kind === "unclear") return { kind: "start", shops: [], unclear: pasted };
  if (wanted) return { kind: "form", variant: wanted, body: bodyFor(wanted, pasted) };
  switch (pasted.kind) {
    case "link": {
      const { retailer, intent } = pasted.link;
      return { kind: "form", variant: requireVariant(retailer, intent), body: pasted.link };
    }
    case "choice":
      return {
        kind: "form",
        variant: requireVariant("choice", "choose_retailer"),
        body: { offers: pasted.offers },
      };
    case "ids":
      return { kind: "start", shops: pasted.shops };
    case "unknown":
      return { kind: "start", shops: [] };
  }
}

/** What of a pasted text belongs to a link of a variant. */
function bodyFor({ retailer, intent }: Variant, pasted: Exclude<Pasted, { kind: "unclear" }>): object {
  if (pasted.kind === "unknown") return {};
  if (pasted.kind === "choice") return retailer === "choice" ? { offers: pasted.offers } : {};
  const read = pasted.kind === "ids" ? pasted.shops : [pasted.link];
  return read.find((each) => each.retailer === retailer && each.intent === intent) ?? {};
}
