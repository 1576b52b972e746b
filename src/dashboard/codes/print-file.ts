import { ServiceError, validationFailed } from "../../core/errors.ts";
import type { ChosenQrCode } from "../../qr-codes/chosen-store.ts";
import type { PrintedCode } from "../../qr-codes/draw-print.ts";
import { safeName } from "../../qr-codes/file-name.ts";
import { getChosenQrCodes } from "../../qr-codes/get-chosen-qr-codes.ts";
import {
  CUSTOM_SIDE,
  customFormat,
  PRINT_FORMATS,
  type PrintFormat,
  type PrintFormatName,
} from "../../qr-codes/print-formats.ts";
import { styleResolver } from "../../qr-codes/resolve-style.ts";
import type { DashboardContext } from "../layout/context.ts";

/** The longest headline, and the longest name of an ink. */
export const MAX_HEADLINE = 60;
const INK = /^[\w .+-]{1,40}$/;

/** What a file with these codes is called. */
export function namesOf(chosen: readonly ChosenQrCode[]): string {
  const [first] = chosen;
  const isOfOneLink = first && chosen.every(({ link }) => link.shortId === first.link.shortId);
  return safeName(isOfOneLink ? first.link.name : `${chosen.length} codes`);
}

const matchesEtag = (name: string): name is PrintFormatName => Object.hasOwn(PRINT_FORMATS, name);

/** The format that a form asks for: one with a name, or sides of one's own in millimetres. */
function formatIn(search: URLSearchParams): PrintFormat {
  const name = search.get("format") ?? "a6";
  if (matchesEtag(name)) return PRINT_FORMATS[name];
  const sides = [search.get("width"), search.get("height")].map(Number);
  const [width = 0, height = 0] = sides;
  if (sides.every((side) => side >= CUSTOM_SIDE.least && side <= CUSTOM_SIDE.most))
    return customFormat(width, height);
  const message = `must be a known format, or sides from ${CUSTOM_SIDE.least} to ${CUSTOM_SIDE.most} mm`;
  throw validationFailed([{ field: "format", message }]);
}

/** The text of a field, if it is no longer than that. */
function textIn(search: URLSearchParams, field: string, most: number): string {
  const text = search.get(field)?.trim() ?? "";
  if ([...text].length <= most) return text;
  throw validationFailed([{ field, message: `must have at most ${most} characters` }]);
}

/**
 * A PDF of chosen codes for a printer, each in the style that is saved with it or with its project. Throws what the verbs
 * throw, and `validation_failed` for what cannot be printed.
 */
export async function printFile(
  c: DashboardContext,
): Promise<{ file: Uint8Array<ArrayBuffer>; name: string }> {
  const { place, dependencies } = c.var;
  const search = new URL(c.req.url).searchParams;
  const format = formatIn(search);
  const headline = textIn(search, "headline", MAX_HEADLINE);
  const spot = search.get("ink")?.trim() || null;
  if (spot !== null && !INK.test(spot)) {
    throw validationFailed([{ field: "ink", message: "must have 1 to 40 letters, digits, spaces and .+-" }]);
  }
  const shown = new Set(search.getAll("show"));
  const input = { qrCodeIds: search.getAll("code"), linkIds: search.getAll("link") };
  const { chosen } = await getChosenQrCodes(place.actor, input, dependencies);
  if (chosen.length === 0) throw new ServiceError("not_found", "There are no such codes.");
  const resolveStyle = styleResolver("pdf", dependencies);
  const codes = await Promise.all(
    chosen.map(async ({ qrCode, link }): Promise<PrintedCode> => {
      const { encodedUrl, style = null } = qrCode;
      const { options, logo } = await resolveStyle({ encodedUrl, style, project: link });
      const { host, pathname } = new URL(encodedUrl);
      return {
        encodedUrl,
        style: options,
        logo,
        texts: {
          headline,
          name: shown.has("name") ? (link.publicName ?? "") : "",
          link: shown.has("link") ? `${host}${pathname}` : "",
        },
      };
    }),
  );
  const { drawPrint } = await import("../../qr-codes/draw-print.ts");
  return { file: await drawPrint(codes, { format, spot }), name: `${namesOf(chosen)}, ${format.label}` };
}
