import { zoneStore } from "../../features/access/zone-store.ts";
import type { KnownLink } from "../../features/short-links/redirect-memory.ts";
import type { RedirectDependencies } from "../../features/short-links/short-link-visit.ts";
import { UTC, type Zone } from "../../ground/core/zone.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { MessageResponse } from "./message-page.ts";

type OfLink = Pick<KnownLink, "linkId" | "project">;

/** The message of a link before its start `from`, in the time zone of its organization. */
export async function beginning(
  link: OfLink,
  from: number,
  stores: Pick<RedirectDependencies, "db" | "log">,
): Promise<Pick<MessageResponse, "problem" | "begins">> {
  return { problem: "early", begins: { at: new Date(from), zone: await zoneOfLink(link, stores) } };
}

/** The time zone of a link's organization; UTC if it can't be read, which the page then shows. */
async function zoneOfLink(
  { linkId, project }: OfLink,
  { db, log }: Pick<RedirectDependencies, "db" | "log">,
): Promise<Zone> {
  try {
    const zones = zoneStore(db, () => new Date(Date.now()));
    return await within(SERVICE_DEADLINES.brand, zones.find(project.organizationId));
  } catch (cause) {
    log("error", "zone", { linkId, cause });
    return UTC;
  }
}
