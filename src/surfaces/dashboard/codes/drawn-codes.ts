import { brandOf, isDrawn } from "../../../features/brands/project-brand.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import { codeStyleOf } from "../../../features/qr-codes/resolve-style.ts";
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
  const { organizationId } = c.var.workspace.actor;
  const projectIds = [...new Set(chosen.map(({ link }) => link.projectId))];
  const projects = await c.var.dependencies.projects.findAll(organizationId, projectIds);
  return chosen.map(({ qrCode: { encodedUrl, style }, link: { projectId } }) => ({
    encodedUrl,
    saved: style ?? codeStyleOf(projects.get(projectId)),
    hasLogo: isDrawn(brandOf(projects.get(projectId))?.logo),
  }));
}
