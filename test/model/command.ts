import fc from "fast-check";
import { LATER } from "../faults/faults.ts";
import { type Answer, type Json, type RequestOptions, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { leadsTo, type Model, type ModelLink, ORGANIZATIONS, type Organization } from "./model.ts";

/** The service that a model is compared with. */
export interface Real {
  service: RunningService;
  issueKey(organization: Organization): Promise<{ id: string; key: string }>;
}

export type Run = (model: Model, real: Real) => Promise<void>;
export type Command = fc.AsyncCommand<Model, Real>;

/** A command that fast-check prints by its name and arguments. */
export const command = (name: string, run: Run, check: (model: Model) => boolean = () => true): Command => ({
  check,
  run,
  toString: () => name,
});
export const hasLinks = ({ links }: Model): boolean => links.length > 0;

/** A request of an organization, at the time of the model. */
export const ask = (
  { clock, keys }: Model,
  { service }: Real,
  by: Organization,
  [method, path, body]: [string, string, unknown?],
  options: RequestOptions = {},
): Promise<Answer> =>
  send(service, method, path, body, {
    key: keys[by].key,
    ...options,
    headers: { [LATER]: String(clock), ...options.headers },
  });

/** The organization that may not know of this one's links. */
export const other = (organization: Organization): Organization =>
  organization === "acme" ? "globex" : "acme";

/** Adds a link that was just made. */
export function noteLink(
  model: Model,
  organization: Organization,
  body: Json,
  { id, shortId }: Json,
): ModelLink {
  const state = { ...body, status: "active" };
  const leads = [{ to: leadsTo(state), until: Number.POSITIVE_INFINITY }];
  const link: ModelLink = {
    id,
    shortId,
    organization,
    state,
    versions: [state],
    codes: new Set(["default"]),
    leads,
    visits: 0,
  };
  model.links.push(link);
  return link;
}

export const organization = fc.constantFrom(...ORGANIZATIONS);
export const choice = fc.nat(1_000);
export const word = fc.stringMatching(/^[a-z]{1,6}$/);
