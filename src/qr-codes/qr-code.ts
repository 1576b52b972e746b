import type { Metadata } from "../core/metadata.ts";

/** A QR code as stored. Its id is made of its link's id and its identifier. */
export interface QrCode {
  linkId: string;
  identifier: string;
  name: string;
  encodedUrl: string;
  isDefault: boolean;
  metadata?: Metadata | undefined;
  createdAt: string;
}

/** What a caller can change of a code. */
export const settableOf = ({ name, metadata }: QrCode) => ({ name, ...(metadata && { metadata }) });
