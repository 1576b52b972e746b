import type { Metadata } from "../../ground/core/metadata.ts";
import { encodedUrl, type LinkNames, type Origins } from "../../ground/core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../ground/core/vocabulary.ts";
import { isEncodable } from "./capacities.ts";
import type { CodeStyle } from "./code-style.ts";

/** A QR code as stored. Its id is made of its link's id and its identifier. */
export interface QrCode {
  linkId: string;
  identifier: string;
  name: string;
  encodedUrl: string;
  isDefault: boolean;
  metadata?: Metadata | undefined;
  /** Its own style; default: the style of its project. */
  style?: CodeStyle | undefined;
  createdAt: string;
}

/** The fields that a caller can change. */
export const settableOf = ({ name, metadata, style }: QrCode) => ({
  name,
  ...(metadata && { metadata }),
  ...(style && { style }),
});

/**
 * The default QR code of a new link, or null if its URL does not fit into a QR code: the link is created anyway. The
 * image is drawn on the first request.
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
