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
