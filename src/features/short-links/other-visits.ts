/**
 * What the redirect of a link in KV on our own host does not need. A new isolate loads only that redirect, and this module at the
 * first other visit: see `RedirectDependencies`.
 */

import { variableReader } from "../../ground/platform/variable-reader.ts";
import type { Variables } from "../../ground/platform/variables.ts";
import { affiliateIn } from "./affiliate-settings.ts";

export { attemptOf } from "../../ground/platform/failed-attempts.ts";
export { dropUnreadBody } from "../../ground/platform/request-body.ts";
export { redirectOnHost, respondOnHost } from "./on-domain.ts";
export { countProblem, PROBLEMS, problemResponse, reject } from "./problems.ts";
export { publishCurrent } from "./publish-links.ts";
export { respondOtherwise } from "./respond-otherwise.ts";
export { fromRedirectRow, type RedirectRow, readPrimaryEntry, selectEntry } from "./stored-entry.ts";
export { redirectUnusual, unusualAddress } from "./unusual-url.ts";

/** The deployment's affiliate settings. */
export const affiliateOf = (variables: Variables) => affiliateIn(variableReader(variables));
