import { type RunningDashboard, visitor } from "../dashboard/dashboard.ts";
import { upload } from "../dashboard/import.ts";
import type { IssuedKey } from "../service.ts";
import type { Real } from "./command.ts";
import { timed } from "./command.ts";
import { type Model, ORGANIZATIONS } from "./model.ts";
import { ownerOf, personOf } from "./people-commands.ts";

/** The person who signs in, and the service; `origin` is its current URL. */
interface Asked extends Pick<RunningDashboard, "identity"> {
  service: Real["service"];
  origin(): URL;
}

/** The service as used by commands. */
export function realOf({ service, identity, origin }: Asked): Real {
  const identityAt = async (email: string, clock: number) => ({
    ...(await identity(email, new Date(Date.now() + clock))),
    ...timed(clock),
  });
  return {
    service,
    person: async (email, clock) => visitor(origin().origin, await identityAt(email, clock)),
    upload: (email, clock, path, file) =>
      upload({ identity: (each) => identityAt(each, clock), service: { url: origin() } }, email, path, {
        file,
        fields: { project: "main" },
      }),
  };
}

/** Two separate organizations, each with an owner and an editor, and an empty model. */
export async function newModel(
  number: number,
  clock: number,
  { add, issueKey }: Pick<RunningDashboard, "add"> & { issueKey(organization: string): Promise<IssuedKey> },
): Promise<Model> {
  const names = { acme: `acme-${number}`, globex: `globex-${number}` };
  const keys = { acme: await issueKey(names.acme), globex: await issueKey(names.globex) };
  const model: Model = {
    ...{ names, keys, clock },
    links: [],
    claims: [],
    slugs: new Map(),
    revoked: [],
    people: { acme: "editor", globex: "editor" },
  };
  for (const each of ORGANIZATIONS) {
    await add(names[each], ownerOf(model, each), "owner");
    await add(names[each], personOf(model, each), "editor");
  }
  return model;
}
