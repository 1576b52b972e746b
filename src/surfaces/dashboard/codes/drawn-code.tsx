import type { Child } from "hono/jsx";
import { symbolSide } from "../../../features/qr-codes/capacities.ts";
import { contrastOf, seenBehind } from "../../../features/qr-codes/contrast.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import {
  formatOf,
  IMAGE_FORMATS,
  type ImageFormat,
  QUIET_ZONE,
} from "../../../features/qr-codes/image-formats.ts";
import { distanceFor } from "../../../features/qr-codes/print-layout.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { MIN_MODULE } from "../../../ground/core/gtin.ts";
import { Notice } from "../components/notice.tsx";
import { imagePath } from "../layout/code-images.ts";
import { oneOf, queryReader } from "../layout/forms.ts";
import type { DrawingQuery, Drawn } from "./drawing.ts";

export const VIEWS = { code: "Code", pack: "On a pack" } as const;
export type View = keyof typeof VIEWS;

export const viewIn = queryReader({ view: oneOf(["code", "pack"]) });

/**
 * The preview, what saves the style (`children`), and the downloads. `name` is that of the files. With a problem, the last
 * valid preview stays.
 */
export const Result = ({
  query: { drawn, lastGood },
  children,
  ...shown
}: Omit<Shown, "drawn"> & { view: View; query: DrawingQuery; children: Child }) => (
  <>
    <div data-last-good="">{lastGood && <CodeView {...shown} drawn={lastGood} />}</div>
    {drawn ? (
      <>
        {children}
        <Downloads {...shown} drawn={drawn} />
        <PrintFacts {...shown} drawn={drawn} />
      </>
    ) : (
      <Notice kind="problem">Fix the marked field. The picture shows the last valid style.</Notice>
    )}
  </>
);

const PrintFacts = ({ code: { encodedUrl }, drawn }: Shown) => {
  const { size } = drawn;
  const { level, quietZone } = drawn.options;
  const { ratio, least } = contrastOf(drawn.options);
  const distance = distanceFor({ encodedUrl, level, quietZone, size });
  const module = size / ((symbolSide(encodedUrl, level) ?? 0) + 2 * quietZone);
  return (
    <>
      <p role="status">
        Printed {size} mm wide, read from up to about {distanceText(distance ?? 0)}. The contrast of the
        colors is {Math.floor(ratio * 10) / 10} to 1; {Math.ceil(least * 10) / 10} to 1 is needed.
      </p>
      {lineOf(encodedUrl) !== null && module < MIN_MODULE && (
        <Notice kind="warn">
          Its modules are {Math.floor(module * 1000) / 1000} mm wide. GS1 asks for at least {MIN_MODULE} mm,
          so tills may not read it. Make it wider.
        </Notice>
      )}
      {quietZone < QUIET_ZONE.default && (
        <Notice kind="note">
          The quiet zone is narrow: keep the surroundings empty and as light as the background.
        </Notice>
      )}
    </>
  );
};

/** A distance for people, rounded down to promise nothing. */
function distanceText(millimeters: number): string {
  const tenths = Math.floor(millimeters / 100);
  return tenths < 10 ? `${tenths * 10} cm` : `${tenths / 10} m`;
}

/** Side of the preview in CSS pixels. */
const PREVIEW = 352;

/** The width of the scene with a pack, in millimeters. */
const SCENE = 260;

interface Shown {
  code: QrCode;
  /** The name of its files. */
  name: string;
  drawn: Drawn;
}

/** A transparent code as it looks where it is put. */
const onSurface = ({ options }: Drawn) => ({ ...options, background: seenBehind(options) });

const CodeView = ({ code, name, drawn, view }: Shown & { view: View }) =>
  view === "pack" ? (
    <OnPack code={code} drawn={drawn} />
  ) : (
    <img
      class="preview"
      src={imagePath(code, "svg", onSurface(drawn), name)}
      alt={`QR code “${code.name}”`}
      width={PREVIEW}
    />
  );

/** The code on a pack, true to scale. */
const OnPack = ({ code, drawn }: Pick<Shown, "code" | "drawn">) => {
  const width = Math.min(drawn.size, SCENE * 0.6);
  return (
    <svg
      class="preview"
      viewBox={`0 0 ${SCENE} ${SCENE}`}
      width={PREVIEW}
      height={PREVIEW}
      role="img"
      aria-label={`QR code “${code.name}” on a pack, ${drawn.size} mm wide`}
    >
      <Pack />
      <image
        href={imagePath(code, "svg", onSurface(drawn))}
        x={(SCENE - width) / 2}
        y={128 - width / 2}
        width={width}
        height={width * 1.4}
        preserveAspectRatio="xMidYMin meet"
      />
    </svg>
  );
};

const Pack = () => (
  <>
    <rect width="260" height="260" fill="#e9e5dd" />
    <path d="M50 30h130v205h-130z" fill="#f7f4ee" />
    <path d="M180 30l32 -14v200l-32 19z" fill="#d9d2c5" />
    <path d="M50 30l32 -14h130l-32 14z" fill="#e6e0d4" />
    <rect x="66" y="46" width="98" height="10" rx="5" fill="#b9c7bd" />
    <rect x="66" y="62" width="60" height="6" rx="3" fill="#d9d2c5" />
  </>
);

/** Dots per inch of a sharp print. */
const PRINT_DPI = 300;
const MILLIMETERS_OF_INCH = 25.4;

/** The formats, print formats first. */
const FORMATS = ["pdf", "eps", "svg", "png"] as const satisfies readonly ImageFormat[];

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
const Downloads = ({ code, name, drawn }: Shown) => (
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
