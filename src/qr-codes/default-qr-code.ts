import { qrCodeId } from "../core/ids.ts";
import { encodedUrl, type Origins } from "../core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../core/vocabulary.ts";
import type { ImageStore } from "./image-store.ts";
import type { QrCode } from "./qr-code.ts";
import { renderQrSvg } from "./svg.ts";

/**
 * The default QR code of a link that is about to be written, with its image stored, or null where either fails: the
 * link is created all the same. `discard` deletes the image after the answer, for a link that was not written.
 */
export async function makeDefaultQrCode(
  link: { id: string; shortId: string; createdAt: string },
  wanted: { identifier?: string | undefined; name?: string | undefined } | undefined,
  { images, origins }: { images: ImageStore; origins: Origins },
): Promise<{ qrCode: QrCode | null; discard(): void }> {
  const identifier = wanted?.identifier ?? DEFAULT_QR_IDENTIFIER;
  const id = qrCodeId(link.id, identifier);
  const qrCode: QrCode = {
    linkId: link.id,
    identifier,
    name: wanted?.name ?? DEFAULT_QR_NAME,
    encodedUrl: encodedUrl(origins, link.shortId, identifier),
    isDefault: true,
    createdAt: link.createdAt,
  };
  try {
    await images.put(id, renderQrSvg(qrCode.encodedUrl));
    return { qrCode, discard: () => images.discard(id) };
  } catch {
    return { qrCode: null, discard: () => {} };
  }
}
