import fc from "fast-check";
import { expect } from "vitest";
import type { PageResponse, Visitor } from "../dashboard/dashboard.ts";
import { LATER, SETTLED } from "../faults/faults.ts";
import { type Answer, type Json, type RequestOptions, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { chosen, type Model, type ModelLink, ORGANIZATIONS, type Organization } from "./model.ts";

/** The service that is compared with the model. */
export interface Real {
  service: Pick<RunningService, "fetch">;
  /** The person with this email address, whose requests have the time of the model. */
  person(email: string, clock: number): Promise<Visitor>;
  /** Sends the form of a file as that person. */
  upload(email: string, clock: number, path: string, file: string): Promise<PageResponse>;
}

export type Run = (model: Model, real: Real) => Promise<void>;
export type Command = fc.AsyncCommand<Model, Real>;

/** A command that fast-check prints by its name and arguments. */
export const command = (name: string, run: Run, check: (model: Model) => boolean = () => true): Command => ({
  check,
  run,
  toString: () => name,
});

/** A command on one of the links that match `which`. */
export const onLink = (
  name: string,
  number: number,
  run: (link: ModelLink, model: Model, real: Real) => Promise<void>,
  which: (link: ModelLink) => boolean = () => true,
): Command =>
  command(
    `${name}(${number})`,
    async (model, real) => {
      const link = chosen(model.links.filter(which), number);
      if (link) await run(link, model, real);
    },
    ({ links }) => links.some(which),
  );

/** Headers of a request at the time of the model, which waits for the work after the response. */
export const timed = (clock: number): Record<string, string> => ({
  [LATER]: String(clock),
  [SETTLED]: "yes",
});

/** A request of an organization, at the time of the model. */
export const ask = (
  { clock, keys }: Model,
  { service }: Real,
  by: Organization,
  [method, path, body]: [string, string, unknown?],
  options: RequestOptions = {},
): Promise<Answer> =>
  // A restarted service has the same methods.
  send(service as RunningService, method, path, body, {
    key: keys[by].key,
    ...options,
    headers: { ...timed(clock), ...options.headers },
  });

/** The organization that must not see this organization's links. */
export const other = (organization: Organization): Organization =>
  organization === "acme" ? "globex" : "acme";

/** Adds a new link with this body. */
export function noteLink(
  model: Model,
  organization: Organization,
  body: Json,
  { id, shortId }: Json,
): ModelLink {
  const state = { ...body, status: "active" };
  const link: ModelLink = {
    id,
    shortId,
    organization,
    state,
    versions: [state],
    codes: new Set(["default"]),
    said: [{ state, until: Number.POSITIVE_INFINITY }],
    visits: 0,
    taps: 0,
  };
  model.links.push(link);
  if (body.slug !== undefined) model.slugs.set(body.slug, { link, since: model.clock });
  return link;
}

/** The body of an acknowledged write. */
export function acknowledged({ status, text, json }: Answer, wanted: number): Json {
  expect(status, text.slice(0, 500)).toBe(wanted);
  return json.data;
}

export const organization = fc.constantFrom(...ORGANIZATIONS);
export const choice = fc.nat(1_000);
export const word = fc.stringMatching(/^[a-z]{1,6}$/);
