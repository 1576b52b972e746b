import { isDrawn } from "../../../features/brands/drawn-logo.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { DrawnCode } from "./drawing.ts";

/** How each of these codes was saved, in their order. May throw `service_unavailable`. */
export async function drawnCodes(
  c: DashboardContext,
  chosen: readonly {
    qrCode: Pick<ChosenQrCode["qrCode"], "encodedUrl" | "style">;
    link: Pick<ChosenQrCode["link"], "projectId">;
  }[],
): Promise<DrawnCode[]> {
  const { codeStyles, brands } = c.var.dependencies;
  const { organizationId } = c.var.workspace.actor;
  const projectIds = [...new Set(chosen.map(({ link }) => link.projectId))];
  const [styles, known] = await Promise.all([
    codeStyles.findAll(organizationId, projectIds),
    brands.findAll(organizationId, projectIds),
  ]);
  return chosen.map(({ qrCode: { encodedUrl, style }, link: { projectId } }) => ({
    encodedUrl,
    saved: style ?? styles.get(projectId) ?? {},
    hasLogo: isDrawn(known.get(projectId)?.logo),
  }));
}
