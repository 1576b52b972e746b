import type { Survivor } from "./survivor.ts";

/** Mutants of src/retailers that change nothing that anybody could see. */
export const OF_RETAILERS: readonly Survivor[] = [
  ...["condition false", "drop variant.title"].flatMap((operator): Survivor[] => [
    {
      file: "src/retailers/choice-offer.ts",
      operator,
      code: operator.startsWith("drop") ? "no offers of" : "!schema",
      why: "Every variant of an offer has a schema, made from the same table; TypeScript wants the question.",
    },
    {
      file: "src/retailers/definition.ts",
      operator,
      code: operator.startsWith("drop") ? "no variant" : "!schema",
      why: "Every variant has a schema, made from the same table; TypeScript wants the question.",
    },
  ]),
  {
    file: "src/retailers/choice-offer.ts",
    operator: "condition false",
    code: "hasOffers(variant)",
    why: "The retailer of a choice is none of the words of an offer, which are read before; TypeScript wants the question.",
  },
  {
    file: "src/retailers/destinations/bigbox-w.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "? 0 : ",
    why: "sort() asks for the sign of the difference between two ranks, and not how large it is.",
  },
  {
    file: "src/retailers/destinations/bigbox-w.ts",
    operator: "drop the right of ??",
    code: 'storeId ?? ""',
    why: "The word undefined is no number either; TypeScript wants a text.",
  },
  {
    file: "src/retailers/destinations/utm.ts",
    operator: "1 to 1 + 1",
    code: "1",
    why: "What stands after the first equals sign is not read.",
  },
  {
    file: "src/retailers/parse-definition.ts",
    operator: "drop the right of ??",
    code: "common.error ?? pair.error",
    why: "What all variants share has the two words too: where they are wrong, it is.",
  },
  {
    file: "src/retailers/parse-definition.ts",
    operator: "condition true",
    code: "stored",
    why: "A member that is undefined is none in what is stored and answered.",
  },
  {
    file: "src/retailers/pasted-addresses.ts",
    operator: "drop the right of ??",
    code: 'url.searchParams.get("u") ?? ""',
    why: "The word null is no URL either; TypeScript wants a text.",
  },
  {
    file: "src/retailers/pasted-addresses.ts",
    operator: ">= to >",
    code: "quantity >= 1",
    why: "One is what is taken in place of another number, too.",
  },
  {
    file: "src/retailers/pasted-addresses.ts",
    operator: "1 to 1 + 1",
    code: "1",
    after: "quantity >= ",
    why: "One is what is taken in place of another number, too.",
  },
  {
    file: "src/retailers/read-pasted.ts",
    operator: "every to some",
    code: "products.every(({ retailerProductId: id }) => /^0\\d{12}$/.test(id))",
    why: "The links of this retailer take one product: for several it is not among the shops that this is asked of.",
  },
  {
    file: "src/retailers/definition-fields.ts",
    operator: "drop the left of &&",
    code: "only && options.size === 1",
    why: "One of one option is there; TypeScript wants the question.",
  },
  {
    file: "src/retailers/choice-offer.ts",
    operator: "drop ^",
    code: "/^(?:E[UZ]|UN|X[A-Z]|Q[M-Z]|ZZ|AA)$/",
    why: "The code has exactly two letters by then.",
  },
  {
    file: "src/retailers/choice-offer.ts",
    operator: "drop $",
    code: "/^(?:E[UZ]|UN|X[A-Z]|Q[M-Z]|ZZ|AA)$/",
    why: "The code has exactly two letters by then.",
  },
  {
    file: "src/retailers/read-pasted.ts",
    operator: "drop ^",
    code: "/^0\\d{12}$/",
    why: "It is asked of ids that fit the retailer's rule, which have 13 digits at most.",
  },
  {
    file: "src/retailers/read-pasted.ts",
    operator: "drop $",
    code: "/^0\\d{12}$/",
    why: "It is asked of ids that fit the retailer's rule, which have 13 digits at most.",
  },
];
