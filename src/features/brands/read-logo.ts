import { sha256Hex } from "../../ground/core/digest.ts";
import { pictureFormat } from "../../ground/core/picture-format.ts";
import { decodeUtf8 } from "../../ground/core/utf8.ts";
import { logoSvg } from "../../ground/drawing/svg.ts";
import { outlinesJson } from "./drawn-logo.ts";
import {
  brandKey,
  invalidLogo,
  LOGO_TYPES,
  type LogoEnding,
  MAX_LOGO_BYTES,
  type ProjectKey,
} from "./logo.ts";
import { readPng } from "./read-png.ts";
import { readSvg } from "./read-svg.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A logo, ready to be stored. */
export interface UploadedLogo {
  /** The beginning of its file name, derived from project and content. */
  begins: string;
  /** Its file. Each upload has its own file, so that a URL never changes its picture. */
  file: string;
  mediaType: string;
  /** The picture for pages. */
  bytes: Bytes;
  /** The logo for codes; null for a JPEG or WebP, which only pages show. */
  drawn: Bytes | null;
}

/**
 * Parses a logo. The first bytes decide its format, not the caller's media type. Throws `validation_failed` for `logo`.
 */
export async function readLogo(
  bytes: Bytes,
  project: ProjectKey,
  newSuffix: () => string,
): Promise<UploadedLogo> {
  if (bytes.length === 0 || bytes.length > MAX_LOGO_BYTES)
    throw invalidLogo(`must have 1 to ${MAX_LOGO_BYTES} bytes`);
  const ending: LogoEnding = pictureFormat(bytes) ?? "svg";
  const content = (await sha256Hex(bytes)).slice(0, 32);
  const begins = `${await brandKey(project)}-${content}-`;
  const named = { begins, file: `${begins}${newSuffix()}.${ending}`, mediaType: LOGO_TYPES[ending] };
  if (ending === "png") return { ...named, bytes, drawn: Uint8Array.from((await readPng(bytes)).file) };
  if (ending !== "svg") return { ...named, bytes, drawn: null };
  const logo = readSvg(textOf(bytes));
  const [page, drawn] = [logoSvg(logo), outlinesJson(logo)].map((text) => new TextEncoder().encode(text));
  return { ...named, bytes: Uint8Array.from(page ?? []), drawn: Uint8Array.from(drawn ?? []) };
}

/** Text that starts like an XML document. */
function textOf(bytes: Bytes): string {
  const isText = bytes.find((byte) => !SPACES.has(byte)) === 0x3c;
  try {
    if (isText) return decodeUtf8(bytes);
  } catch {
    // Reported below.
  }
  throw invalidLogo("must be a PNG, WebP, JPEG or SVG picture");
}

/** Bytes before the first element: white space and a byte order mark. */
const SPACES = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
