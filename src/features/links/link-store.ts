import { nameCollection, uniqueNames } from "../addresses/taken-names.ts";
import type { Affiliate } from "../short-links/earners.ts";
import { writeLinks } from "./create-store.ts";
import { linkFinder } from "./link-finder.ts";
import type { LinksWrite, LinkWrite, LinkWriteOutcome } from "./link-write.ts";

/** Links in D1, to find and to create. */
export type LinkStore = ReturnType<typeof linkStore>;

/** For lists of activity: see `ObjectNames`. */
export const LINK_NAME = "SELECT name FROM links WHERE links.id = object_id";

/** `deployment`: its affiliate settings. */
export function linkStore(db: D1Database, deployment?: Affiliate) {
  return {
    ...linkFinder(db, deployment),
    /** Writes new links: see `writeLinks`. Of links with the same name, the first gets it. */
    async create(write: LinksWrite): Promise<LinkWriteOutcome[]> {
      const { writes, repeated } = withoutRepeatedNames(write.writes);
      const written = await writeLinks(db, { ...write, writes });
      const outcomes = new Map(writes.map((each, place) => [each, written[place]]));
      return write.writes.map(
        (each) => outcomes.get(each) ?? { kind: "name_taken", name: repeated.get(each) ?? "" },
      );
    },
  };
}

/** The writes without links that have a name of an earlier link, and that name. The addresses of a transaction are written after its links. */
function withoutRepeatedNames(writes: readonly LinkWrite[]) {
  const known = nameCollection();
  const repeated = new Map<LinkWrite, string>();
  for (const write of writes) {
    const { domain } = write.link;
    const names = uniqueNames(write.link).map(({ name }) => name);
    const taken = names.find((name) => known.has(domain, name));
    if (taken !== undefined) repeated.set(write, taken);
    for (const name of names) known.add(domain, name);
  }
  return { writes: writes.filter((write) => !repeated.has(write)), repeated };
}
