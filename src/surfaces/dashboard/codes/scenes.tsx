import { distanceFor } from "../../../features/qr-codes/print-size.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { imagePath } from "../layout/code-images.ts";
import type { Drawn } from "./drawing.ts";

/** The views of a code. */
export const VIEWS = { code: "Code", shelf: "On a shelf", pack: "On a pack", phone: "On a phone" } as const;
export type View = keyof typeof VIEWS;

/** The view of a URL. */
export const viewIn = (search: URLSearchParams): View => {
  const view = search.get("view");
  return view === "shelf" || view === "pack" || view === "phone" ? view : "code";
};

/** Side of the preview in CSS pixels. */
const PREVIEW = 352;

/** The width that a phone's main camera (65 degrees) sees at a distance of 1. */
const FIELD = 2 * Math.tan((65 / 2) * (Math.PI / 180));

/** The width of a scene in millimeters. */
const SCENE = { shelf: 600, pack: 260 } as const;

interface Shown {
  code: QrCode;
  drawn: Drawn;
  /** Width of the printed code in millimeters. */
  size: number;
}

/** The code in one of its views. */
export const CodeView = ({ code, name, drawn, view }: Omit<Shown, "size"> & { name: string; view: View }) => {
  const { size, options } = drawn;
  if (view === "shelf" || view === "pack") return <Scene {...{ code, drawn, size, view }} />;
  const { encodedUrl } = code;
  const distance = view === "phone" && distanceFor({ ...options, encodedUrl, size });
  if (distance) return <PhoneView {...{ code, drawn, size, distance }} />;
  return (
    <img
      class="preview"
      src={imagePath(code, "svg", options, name)}
      alt={`QR code “${code.name}”`}
      width={PREVIEW}
    />
  );
};

/** The code on a shelf or a pack, true to scale. */
const Scene = ({ code, drawn, size, view }: Shown & { view: "shelf" | "pack" }) => {
  const across = SCENE[view];
  const width = Math.min(size, across * 0.6);
  const href = imagePath(code, "svg", drawn.options);
  return (
    <svg
      class="preview"
      viewBox={`0 0 ${across} ${across}`}
      width={PREVIEW}
      height={PREVIEW}
      role="img"
      aria-label={`QR code “${code.name}” ${view === "shelf" ? "on a shelf" : "on a pack"}, ${size} mm wide`}
    >
      {view === "shelf" ? <Shelf /> : <Pack />}
      <image
        href={href}
        x={(across - width) / 2}
        y={view === "shelf" ? 392 - width * 0.5 : 128 - width / 2}
        width={width}
        height={width * 1.4}
        preserveAspectRatio="xMidYMin meet"
      />
    </svg>
  );
};

const Shelf = () => (
  <>
    <rect width="600" height="600" fill="#e9e5dd" />
    {[40, 150, 260, 370, 480].map((x, index) => (
      <rect
        x={x}
        y={index % 2 === 0 ? 90 : 130}
        width="82"
        height={index % 2 === 0 ? 260 : 220}
        rx="8"
        fill={index % 2 === 0 ? "#b9c7bd" : "#d8b9a4"}
      />
    ))}
    <rect y="350" width="600" height="24" fill="#8d8478" />
    <rect y="374" width="600" height="40" fill="#cfc8bc" />
    <rect y="414" width="600" height="186" fill="#bdb5a8" />
  </>
);

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

/** The width of a phone's screen in millimeters, and the height that the picture shows of it. */
const SCREEN = { width: 68, height: 90 } as const;

/** What a phone sees of the code at a distance in millimeters, in the size of a real phone. */
const PhoneView = ({ code, drawn, size, distance }: Shown & { distance: number }) => {
  const share = Math.min(0.95, size / (FIELD * distance));
  const width = SCREEN.width * share;
  const [across, down] = [SCREEN.width + 8, SCREEN.height + 8];
  return (
    <figure class="phone">
      <svg
        viewBox={`0 0 ${across} ${down}`}
        width={`${across}mm`}
        height={`${down}mm`}
        role="img"
        aria-label={`What a phone sees: the code takes ${Math.round(100 * share)} % of its width`}
      >
        <rect width={across} height={down + 20} rx="10" fill="#1d1d1f" stroke="#868b81" />
        <rect x="4" y="4" width={SCREEN.width} height={SCREEN.height + 20} rx="6" fill="#d9d6cf" />
        <image
          href={imagePath(code, "svg", drawn.options)}
          x={(across - width) / 2}
          y={(down - width) / 2}
          width={width}
          height={width * 1.4}
          preserveAspectRatio="xMidYMin meet"
        />
      </svg>
      <figcaption class="hint">
        The code as a phone sees it from {Math.round(distance / 10)} cm, the largest distance for its size.
      </figcaption>
    </figure>
  );
};
