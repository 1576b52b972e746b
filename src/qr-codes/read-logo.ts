import { ServiceError, validationFailed } from "../core/errors.ts";
import type { Logo, LogoFile, LogoPicture } from "./logo.ts";
import { jpegSize, webpSize } from "./picture-size.ts";
import { readPng } from "./read-png.ts";
import { readSvgLogo } from "./read-svg-logo.ts";

/** Decoded logos, by their bytes' place in memory: those of one request and of one sheet are read once. */
const decoded = new WeakMap<Uint8Array, Promise<Logo>>();

/**
 * A logo ready to be drawn. What we cannot read of it stays a file, which SVG can hold, see `requireDrawable`. Throws
 * `validation_failed` for `logo` where not even its size can be read.
 */
export function readLogo(file: LogoFile): Promise<Logo> {
  const known = decoded.get(file.bytes);
  if (known) return known;
  const logo = read(file);
  decoded.set(file.bytes, logo);
  return logo;
}

/** The same logo; null for one that cannot be read: where nobody asks for it by name, codes are drawn without. */
export async function readableLogo(file: LogoFile): Promise<Logo | null> {
  try {
    return await readLogo(file);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "validation_failed") return null;
    throw error;
  }
}

async function read({ bytes, mediaType }: LogoFile): Promise<Logo> {
  const picture = (size: { width: number; height: number } | null, more: Partial<LogoPicture> = {}): Logo => {
    if (!size || size.width === 0 || size.height === 0) throw unreadable();
    const { width, height } = size;
    return { kind: "picture", width, height, mediaType, bytes, pixels: null, components: null, ...more };
  };
  if (mediaType === "image/png") {
    const png = await readPng(bytes);
    return picture(png, { pixels: png?.pixels ?? null });
  }
  if (mediaType === "image/jpeg") {
    const size = jpegSize(bytes);
    // Four colours are those of presses, which files say in two opposite ways.
    return picture(size, { components: size && size.components < 4 ? size.components : null });
  }
  if (mediaType === "image/webp") return picture(webpSize(bytes));
  const svg = readSvgLogo(new TextDecoder().decode(bytes));
  return svg.kind === "shapes" ? svg : picture(svg.size);
}

const unreadable = () =>
  validationFailed([
    { field: "logo", message: "the project's logo is damaged or says no size: upload another one" },
  ]);
