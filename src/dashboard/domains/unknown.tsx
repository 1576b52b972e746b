import { hasScope } from "../../access/actor.ts";
import type { Domain } from "../../addresses/domain.ts";
import { slugProblem } from "../../addresses/slug.ts";
import { UNKNOWN_DAYS, type UnknownAddress } from "../../addresses/unknown-paths.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import { count } from "../charts/numbers.ts";
import { Address } from "../components/address.tsx";
import { Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";

/** Addresses that people opened without finding a link, such as those of a poster with a typing mistake. */
export const UnknownAddresses = ({
  place,
  domains,
  unknown,
}: {
  place: Place;
  domains: readonly Domain[];
  unknown: readonly UnknownAddress[];
}) =>
  unknown.length === 0 ? null : (
    <section class="section" id="unknown">
      <h2>Unknown addresses</h2>
      <p>
        People opened these in the last {UNKNOWN_DAYS} days, but no link has them. Perhaps they are
        misprinted. Robots are left out, and of many visits at a time only some are counted.
      </p>
      <Table
        caption="Unknown addresses, the most frequent first"
        columns={[
          { label: "Address" },
          { label: "Visits", numeric: true },
          { label: "Last visit" },
          { label: "Action", quiet: true },
        ]}
        rows={unknown.map(({ host, path, hits, lastDay }) => [
          <bdi>
            <Address text={host} />
            <wbr />
            {readable(path)}
          </bdi>,
          count(hits),
          <Time at={lastDay} date />,
          <MakeLink
            place={place}
            path={path}
            domain={domains.find((domain) => domain.host === host && domain.confirmedAt !== null)}
          />,
        ])}
      />
    </section>
  );

/** Opens the form that makes a link of an address, if its path can be a slug, and its domain has a project. */
const MakeLink = ({ place, path, domain }: { place: Place; path: string; domain: Domain | undefined }) => {
  const slug = path.slice(1);
  if (!domain || slugProblem(slug) !== undefined || !hasScope(place.actor, CREATE_LINK_SCOPE)) return null;
  const { projectId, host } = domain;
  if (projectId === null) return <a href={`${place.base}/domains/${host}`}>Choose a project first</a>;
  const query = new URLSearchParams({ projectId, slug });
  return <a href={`${place.base}/links/new?${query}`}>Make a link of it</a>;
};

/** A path with its letters in place of their encodings, if those are valid. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
