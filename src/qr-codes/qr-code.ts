import type { Metadata } from "../core/metadata.ts";
import type { CodeStyle } from "./style-schema.ts";

/** A QR code as stored. Its id is made of its link's id and its identifier. */
export interface QrCode {
  linkId: string;
  identifier: string;
  name: string;
  encodedUrl: string;
  isDefault: boolean;
  metadata?: Metadata | undefined;
  /** How it looks; absent: as the codes of its project do. */
  style?: CodeStyle | undefined;
  createdAt: string;
}

/** What a caller can change of a code. */
export const settableOf = ({ name, metadata, style }: QrCode) => ({
  name,
  ...(metadata && { metadata }),
  ...(style && { style }),
});
