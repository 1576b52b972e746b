import type { Logo } from "../../drawing/drawing.ts";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import type { InlineDrawing } from "../../qr-codes/draw.ts";
import type { ProjectLogos } from "../../qr-codes/resolve-style.ts";
import type { SheetLayout } from "./sheet-layout.ts";

/**
 * Draws codes for one page, in their order. Their SVG is part of the page, so that no code can be missing in print because
 * its image was not loaded. May throw `service_unavailable`.
 */
export async function drawSheet(
  codes: readonly ChosenQrCode[],
  { drawings }: SheetLayout,
  { projectLogos }: { projectLogos: ProjectLogos },
): Promise<InlineDrawing[]> {
  const { drawInline } = await import("../../qr-codes/draw.ts");
  const logos = new Map<string, Promise<Logo | null>>();
  const pictures = codes.map(async ({ qrCode, link }, index): Promise<InlineDrawing[]> => {
    const drawn = drawings[index]?.drawn;
    if (!drawn) return [];
    const { projectId } = link;
    if (drawn.options.logo !== "none" && !logos.has(projectId)) logos.set(projectId, projectLogos.find(link));
    const logo = drawn.options.logo === "none" ? null : ((await logos.get(projectId)) ?? null);
    return [drawInline(qrCode.encodedUrl, drawn.options, logo)];
  });
  return (await Promise.all(pictures)).flat();
}
