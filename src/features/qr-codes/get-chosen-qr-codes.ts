import { validationFailed } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { type ChosenQrCode, type CodeOfLinks, chosenQrCodes, qrCodeOfEachLink } from "./chosen-store.ts";
import { GET_QR_CODES_SCOPE } from "./get-qr-codes.ts";

export type { CodeOfLinks };

/** Maximum codes per request, also for printing. */
export const MAX_CHOSEN_CODES = 100;

/**
 * The chosen codes, and a code of each chosen link, without duplicates. Codes that do not exist or that the actor may not
 * read are left out and counted as `missing`. Throws `validation_failed` for `code` if there are none or too many.
 */
export async function getChosenQrCodes(
  actor: OrganizationActor,
  {
    qrCodeIds,
    linkIds,
    ofLinks = "phone",
  }: { qrCodeIds: readonly string[]; linkIds: readonly string[]; ofLinks?: CodeOfLinks },
  { db }: { db: D1Database },
): Promise<{ chosen: ChosenQrCode[]; missing: number }> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const [codes, links] = [[...new Set(qrCodeIds)], [...new Set(linkIds)]];
  const count = codes.length + links.length;
  const problem = (message: string) => validationFailed([{ field: "code", message }]);
  if (count === 0) throw problem("choose at least one code");
  if (count > MAX_CHOSEN_CODES) throw problem(`choose at most ${MAX_CHOSEN_CODES} codes`);
  const projects = reachableProjects(actor);
  const [named, defaults] = await Promise.all([
    chosenQrCodes(
      db,
      codes.flatMap((id) => parseQrCodeId(id) ?? []),
    ),
    qrCodeOfEachLink(db, links, ofLinks),
  ]);
  const own = [...named, ...defaults].filter(
    ({ link }) =>
      link.organizationId === actor.organizationId &&
      (projects === "all" || projects.includes(link.projectId)),
  );
  // A code may be chosen directly and as the default of its link.
  const chosen = new Map(own.map((each) => [`${each.qrCode.linkId} ${each.qrCode.identifier}`, each]));
  return { chosen: [...chosen.values()], missing: count - own.length };
}
