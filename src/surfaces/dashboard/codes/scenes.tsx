import { seenBehind } from "../../../features/qr-codes/contrast.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { imagePath } from "../layout/code-images.ts";
import { oneOf, queryReader } from "../layout/forms.ts";
import type { Drawn } from "./drawing.ts";

/** The views of a code. */
export const VIEWS = { code: "Code", pack: "On a pack" } as const;
export type View = keyof typeof VIEWS;

/** The view of a URL. */
export const viewIn = queryReader({ view: oneOf(["code", "pack"]) });

/** Side of the preview in CSS pixels. */
const PREVIEW = 352;

/** The width of the scene with a pack, in millimeters. */
const SCENE = 260;

interface Shown {
  code: QrCode;
  drawn: Drawn;
  /** Width of the printed code in millimeters. */
  size: number;
}

/** A transparent code as it looks where it is put. */
const onSurface = ({ options }: Drawn) => ({ ...options, background: seenBehind(options) });

/** The code in one of its views. */
export const CodeView = ({ code, name, drawn, view }: Omit<Shown, "size"> & { name: string; view: View }) =>
  view === "pack" ? (
    <OnPack code={code} drawn={drawn} size={drawn.size} />
  ) : (
    <img
      class="preview"
      src={imagePath(code, "svg", onSurface(drawn), name)}
      alt={`QR code “${code.name}”`}
      width={PREVIEW}
    />
  );

/** The code on a pack, true to scale. */
const OnPack = ({ code, drawn, size }: Shown) => {
  const width = Math.min(size, SCENE * 0.6);
  return (
    <svg
      class="preview"
      viewBox={`0 0 ${SCENE} ${SCENE}`}
      width={PREVIEW}
      height={PREVIEW}
      role="img"
      aria-label={`QR code “${code.name}” on a pack, ${size} mm wide`}
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
