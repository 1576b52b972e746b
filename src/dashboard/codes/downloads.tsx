import { qrCodeId } from "../../core/ids.ts";
import { imageQuery } from "../../qr-codes/image-address.ts";
import { formatOf, IMAGE_FORMATS, type ImageFormat } from "../../qr-codes/image-formats.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import type { Drawn } from "./drawing.ts";

/** Dots on an inch of a sharp print. */
const PRINT_DPI = 300;
const MILLIMETRES_OF_INCH = 25.4;

/** The formats, those for printers first. */
const FORMATS = ["pdf", "eps", "svg", "png"] as const satisfies readonly ImageFormat[];

/** What each format is for. */
const PURPOSES: Readonly<Record<ImageFormat, string>> = {
  pdf: "For printers and layout programs",
  eps: "For printers who ask for it",
  svg: "For layout programs and web pages, at any size",
  png: "For screens and documents",
};

/** The size to ask of a format for a print of so many millimetres; undefined where it has none of its own. */
function sizeFor(format: ImageFormat, millimetres: number): number | undefined {
  if (IMAGE_FORMATS[format].unit === "millimetres") return millimetres;
  const { defaultSize, most } = formatOf(format);
  if (defaultSize === undefined) return undefined;
  const sharp = Math.ceil((millimetres / MILLIMETRES_OF_INCH) * PRINT_DPI);
  return Math.min(Math.max(defaultSize, sharp), most);
}

/**
 * The address of a code's image on this host, also where short links have one of their own: the policy of the page
 * allows no other.
 */
export function imagePath(
  { linkId, identifier }: QrCode,
  format: ImageFormat,
  options: Drawn["options"],
  size?: number,
): string {
  const id = qrCodeId(linkId, identifier);
  return `/qr/${id}.${format}${imageQuery({ qrCodeId: id, format, options: { ...options, size } })}`;
}

/** The image of a code in every format, as it was chosen to be drawn. */
export const Downloads = ({ code, drawn }: { code: QrCode; drawn: Drawn }) => {
  const [millimetres = 0] = drawn.sizes;
  return (
    <ul class="downloads">
      {FORMATS.map((format) => {
        const size = sizeFor(format, millimetres);
        return (
          <li>
            <a
              class={format === "pdf" ? "button primary" : "button plain"}
              href={imagePath(code, format, drawn.options, size)}
              download=""
              aria-describedby={`about-${format}`}
            >
              {format.toUpperCase()}
              <span class="hidden"> download</span>
            </a>
            <span id={`about-${format}`}>
              {PURPOSES[format]}
              <small>
                {formatOf(format).unit === "millimetres"
                  ? `${size} mm wide, sharp at any size`
                  : size === undefined
                    ? "Sharp at any size"
                    : `${size} × ${size} pixels`}
              </small>
            </span>
          </li>
        );
      })}
    </ul>
  );
};
