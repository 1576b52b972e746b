import type { ChoiceEntry } from "./choice.ts";
import type { KnownLink } from "./memory.ts";
import type { Problem } from "./problems.ts";
import type { RedirectDependencies } from "./redirect.ts";
import type { Visit } from "./visit.ts";

/** A visit of a choice link. */
export interface ChoiceVisit {
  link: KnownLink;
  choice: ChoiceEntry;
  visit: Visit;
  dependencies: RedirectDependencies;
}

/** The answer to a visit of a choice link, or to a tap. */
export interface ChoiceAnswer {
  response: Response;
  /** The key of the offer that it leads to; absent for none. */
  offer?: string | undefined;
  /** Whether a shopper pressed something on the page, which was counted when it was opened. */
  isSamePage?: boolean;
}

/** What is wrong with a link that is known, for one visit of it. */
export interface LinkProblem {
  problem: Problem;
  link: KnownLink;
  visit: Visit;
  dependencies: RedirectDependencies;
  correlationId: string;
}

/** Pages that shoppers see at a short link. They are a module of their own, because few links need them. */
export interface ShopperPages {
  /** Answers a visit of a choice link. Throws or rejects where none of its offers can be led to. */
  choice(visit: ChoiceVisit): ChoiceAnswer | Promise<ChoiceAnswer>;
  /** The page of a problem, with the brand of the link's project. */
  problem(problem: LinkProblem): Promise<Response>;
}
