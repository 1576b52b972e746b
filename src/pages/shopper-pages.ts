import type { ShopperPages } from "../short-links/visit.ts";
import { answerChoice } from "./choice/answer-choice.ts";
import { problemPage } from "./problem-page.ts";

export { answerList } from "./list-answer.ts";

/** The pages of short links, which the redirect loads at the first request for such a page. */
export const shopperPages: ShopperPages = { choice: answerChoice, problem: problemPage };
