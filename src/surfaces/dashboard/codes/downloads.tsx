import { formatOf, IMAGE_FORMATS, type ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { imagePath } from "../layout/code-images.ts";
import type { Drawn } from "./drawing.ts";

/** Dots per inch of a sharp print. */
const PRINT_DPI = 300;
const MILLIMETERS_OF_INCH = 25.4;

/** The formats, print formats first. */
const FORMATS = ["pdf", "eps", "svg", "png"] as const satisfies readonly ImageFormat[];

/** What each format is for. */
const PURPOSES: Readonly<Record<ImageFormat, string>> = {
  pdf: "For printers and layout programs",
  eps: "For printers that ask for EPS",
  svg: "For layout programs and web pages, at any size",
  png: "For screens and documents",
};

/** The `size` option of a format for a print of this width; undefined for formats without a default size. */
function sizeFor(format: ImageFormat, millimeters: number): number | undefined {
  if (IMAGE_FORMATS[format].unit === "millimeters") return millimeters;
  const { defaultSize, most } = formatOf(format);
  if (defaultSize === undefined) return undefined;
  const sharp = Math.ceil((millimeters / MILLIMETERS_OF_INCH) * PRINT_DPI);
  return Math.min(Math.max(defaultSize, sharp), most);
}

/** The image of a code in every format, with the chosen options. */
export const Downloads = ({ code, name, drawn }: { code: QrCode; name: string; drawn: Drawn }) => {
  return (
    <details class="drop from-start">
      <summary class="button plain">
        Download <span aria-hidden="true">▾</span>
      </summary>
      <ul class="panel downloads">
        {FORMATS.map((format) => {
          const size = sizeFor(format, drawn.size);
          return (
            <li>
              <a
                class="button plain"
                href={imagePath(code, format, { ...drawn.options, size }, name)}
                download=""
                aria-describedby={`about-${format}`}
              >
                {format.toUpperCase()}
                <span class="hidden"> download</span>
              </a>
              <span id={`about-${format}`}>
                {PURPOSES[format]}
                <small>
                  {formatOf(format).unit === "millimeters"
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
    </details>
  );
};
