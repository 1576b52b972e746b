/**
 * What the redirect of a link in KV on our own host does not need. A new isolate loads only that redirect, and this module at the
 * first other visit: see `RedirectDependencies`.
 */

import { variableReader } from "../../ground/platform/variable-reader.ts";
import type { Variables } from "../../ground/platform/variables.ts";
import { affiliateIn } from "./affiliate-settings.ts";
import { publishCurrent } from "./publish-links.ts";
import type { OtherVisits } from "./short-link-visit.ts";
import { fromRedirectRow, type RedirectRow, readPrimaryEntry, selectEntry } from "./stored-entry.ts";

export { attemptOf } from "../../ground/platform/failed-attempts.ts";
export { dropUnreadBody } from "../../ground/platform/request-body.ts";
export { redirectOnHost, respondOnHost } from "./on-domain.ts";
export { countProblem, PROBLEMS, problemResponse, reject } from "./problems.ts";
export { publishCurrent } from "./publish-links.ts";
export { respondOtherwise } from "./respond-otherwise.ts";
export { redirectUnusual, unusualAddress } from "./unusual-url.ts";

/** The deployment's affiliate settings. */
const affiliateOf = (variables: Variables) => affiliateIn(variableReader(variables));

export const readNearest: OtherVisits["readNearest"] = async ({ db, variables, address }, instance, now) => {
  const select = (from: Pick<D1Database, "prepare">) => selectEntry(from, address);
  const { row, final } = await instance.first<RedirectRow>(db, now, select);
  return { entry: fromRedirectRow(row, affiliateOf(variables)), final };
};

export const readPrimary: OtherVisits["readPrimary"] = ({ db, variables, address }) =>
  readPrimaryEntry(db, address, affiliateOf(variables));

export const publishAgain: OtherVisits["publishAgain"] = ({ kv, db, variables, address }) =>
  publishCurrent(kv, db, address, affiliateOf(variables));
