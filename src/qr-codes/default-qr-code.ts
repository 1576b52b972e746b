import { encodedUrl, type LinkNames, type Origins } from "../core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../core/vocabulary.ts";
import { isEncodable } from "./encodable.ts";
import type { QrCode } from "./qr-code.ts";

/**
 * The default QR code of a link that is about to be written, or null where no QR code can hold its URL: the link is
 * created all the same. Its image is drawn when it is first asked for.
 */
export function defaultQrCode(
  link: LinkNames & { id: string; createdAt: string },
  wanted: { identifier?: string | undefined; name?: string | undefined } | undefined,
  origins: Origins,
): QrCode | null {
  const identifier = wanted?.identifier ?? DEFAULT_QR_IDENTIFIER;
  const url = encodedUrl(origins, link, identifier);
  if (!isEncodable(url)) return null;
  return {
    linkId: link.id,
    identifier,
    name: wanted?.name ?? DEFAULT_QR_NAME,
    encodedUrl: url,
    isDefault: true,
    createdAt: link.createdAt,
  };
}
