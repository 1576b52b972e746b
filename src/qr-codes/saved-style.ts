import { parseQrCodeId } from "../core/ids.ts";
import type { CodeStyleStore } from "./code-style-store.ts";
import type { AskedOptions } from "./image-options.ts";
import type { QrCodeStore } from "./store.ts";
import type { CodeStyle } from "./style-schema.ts";

/** The parameter of an image's address that asks for the saved style, and its only value. */
export const SAVED_STYLE = { name: "style", value: "default" } as const;

/** What finding a saved style needs. */
export interface SavedStyleStores {
  qrCodes: QrCodeStore;
  codeStyles: CodeStyleStore;
}

/**
 * How a code looks: in its own style or, where it has none, in that of its project. Null where there is no such code.
 * Throws `service_unavailable`.
 */
export async function savedStyle(
  qrCodeId: string,
  { qrCodes, codeStyles }: SavedStyleStores,
): Promise<CodeStyle | null> {
  const parts = parseQrCodeId(qrCodeId);
  if (!parts) return null;
  const [link, qrCode] = await Promise.all([
    qrCodes.findLink(parts.linkId),
    qrCodes.find(parts.linkId, parts.identifier),
  ]);
  if (!link || !qrCode) return null;
  return qrCode.style ?? (await codeStyles.find(link)).style;
}

/** What is asked for, and for what is not: the saved style. A frame that is asked for takes the place of its text, too. */
export function withSavedStyle(asked: AskedOptions, style: CodeStyle): AskedOptions {
  const own = Object.hasOwn(asked, "frame") || Object.hasOwn(asked, "frameText");
  const saved = Object.entries(style).flatMap(([name, value]): [string, string[]][] =>
    value === undefined || (own && name.startsWith("frame")) ? [] : [[name, [value]]],
  );
  return { ...Object.fromEntries(saved), ...asked };
}
