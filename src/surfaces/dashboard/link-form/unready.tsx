import type { Child } from "hono/jsx";
import type { FieldProblem } from "../../../ground/core/errors.ts";
import { offerIndex } from "../labels/destination-labels.ts";
import { labelOf } from "../labels/form-labels.ts";
import { isPicked, type PickName } from "../labels/places.ts";
import type { FormState } from "./form-state.ts";
import { GoesWhere } from "./goes-where.tsx";
import { type NamedOffer, namedOffers } from "./named-offers.ts";

/** What a preview shows of the offers in a form. */
export interface FormOffers {
  offers: readonly NamedOffer[];
  pick: PickName;
  fallbackUrl: string | undefined;
}

/** The offers of a form, for its preview. */
export const formOffers = (state: FormState): FormOffers => ({
  offers: namedOffers(state),
  pick: state.texts.get("page.pick"),
  fallbackUrl: state.texts.get("fallbackUrl")?.trim(),
});

/** A form without a preview yet: who would go where, and what is missing. */
export const Unready = ({ children, ...form }: FormOffers & { children: Child }) => (
  <>
    {isPicked(form.pick) && <GoesWhere {...form} />}
    {children && <p class="quiet">{children}</p>}
  </>
);

/** What a form needs before it has a preview: "The preview needs: Web page of row 2." */
export function missingText(problems: readonly FieldProblem[]): string {
  // Some say what is wrong in a sentence of their own, as of an unknown name, or of shares that are not 100 %.
  const sentences = problems.filter(({ message }) => /^[A-Z“]/.test(message));
  if (sentences.length > 0) return sentences.map(({ message }) => message).join(" ");
  const labels = new Set(
    problems.map(({ field }) => {
      const index = offerIndex(field);
      return index === null || field.endsWith("]") ? labelOf(field) : `${labelOf(field)} of row ${index + 1}`;
    }),
  );
  return labels.size === 0
    ? "This link isn't possible yet."
    : `The preview needs: ${[...labels].join(", ")}.`;
}
