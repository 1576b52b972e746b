import { recallDomain } from "../../features/short-links/hosts.ts";
import { PROBLEMS } from "../../features/short-links/problems.ts";
import type { ShopperPages } from "../../features/short-links/short-link-visit.ts";
import { CORRELATION_ID } from "../../ground/platform/correlation-id.ts";
import { beginning } from "./beginning.ts";
import { respondToChoice } from "./choice/respond-to-choice.ts";
import type { PageProblem } from "./i18n/error-page-messages.ts";
import { messageResponse } from "./message-page.ts";
import { brandOfLink, shownBrand } from "./page-brand.ts";
import { previewPage } from "./preview-page.ts";

export { listResponse } from "./list-response.ts";

const MESSAGES: Readonly<Record<number, PageProblem>> = {
  404: "unknown",
  410: "ended",
  503: "unavailable",
};

/** The page for a problem with a known link, with the brand of its project and in the shopper's language. */
export const problemPage: ShopperPages["problem"] = async ({ link, visit, dependencies, ...more }) => {
  const { status, headers } = more.problem;
  const brand = await brandOfLink(link, visit.time, dependencies);
  const from = more.problem === PROBLEMS.scheduled ? link.schedule?.from : undefined;
  return messageResponse({
    status,
    problem: MESSAGES[status] ?? "unavailable",
    ...(from !== undefined && (await beginning(link, from, dependencies))),
    request: visit.request,
    // Memory has the domain of the visit, which was looked up first.
    onward: visit.host === "" ? undefined : (recallDomain(visit.host, visit.time)?.rootUrl ?? undefined),
    brand: shownBrand(brand, dependencies.origins()),
    headers: { ...retryOf(headers), [CORRELATION_ID]: more.correlationId },
  });
};

const retryOf = (headers: Record<string, string>): Record<string, string> => {
  const after = headers["Retry-After"];
  return after === undefined ? {} : { "Retry-After": after };
};

/** The pages of short links, which the redirect loads at the first request for such a page. */
export const shopperPages: ShopperPages = {
  choice: respondToChoice,
  preview: previewPage,
  problem: problemPage,
};
