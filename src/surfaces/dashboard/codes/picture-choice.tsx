import type { Child } from "hono/jsx";
import { CUSTOM_SIDE, PRINT_FORMATS, type PrintFormat } from "../../../features/qr-codes/print-formats.ts";
import { Problem, TextField } from "../components/field.tsx";
import type { PrintRequest } from "./print-request.ts";

interface PictureOption {
  value: string;
  label: string;
  hint?: string;
  picture: Child;
}

export const PictureChoice = ({
  name,
  label,
  value,
  options,
  error,
  isCompact = false,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly PictureOption[];
  error?: string | undefined;
  /** Whether pictures are small and beside their labels. */
  isCompact?: boolean;
}) => (
  <fieldset class="field" aria-describedby={error ? `${name}-error` : undefined}>
    <legend>{label}</legend>
    <div class={isCompact ? "pictures compact" : "pictures"}>
      {options.map((option) => (
        <label>
          <input type="radio" name={name} value={option.value} checked={option.value === value} />
          {option.picture}
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
    <Problem name={name} error={error} />
  </fieldset>
);

/** Chooses the format, or the sides of an own size. */
export const FormatChoice = ({ formatName, width, height, problems }: PrintRequest) => (
  <>
    <PictureChoice
      name="format"
      label="Format"
      value={formatName}
      isCompact
      options={[
        ...Object.entries(PRINT_FORMATS).map(([value, format]) => ({
          value,
          label: format.label,
          hint: format.size,
          picture: <FormatPicture format={format} />,
        })),
        { value: "own", label: "Own size", hint: "in mm", picture: <OwnPicture /> },
      ]}
    />
    <div class="fields own-size">
      {(
        [
          ["width", "Width in mm", width],
          ["height", "Height in mm", height],
        ] as const
      ).map(([name, label, value]) => (
        <TextField
          name={name}
          label={label}
          hint={`${CUSTOM_SIDE.min} to ${CUSTOM_SIDE.max}`}
          value={value}
          error={problems.get(name)}
          inputMode="decimal"
        />
      ))}
    </div>
  </>
);

/** Side of a format's picture in CSS pixels. */
const PICTURE = 36;

/** The outline of a format with its panels, fold and hole. */
const FormatPicture = ({
  format: { width, height, panels, fold, hole, outline },
}: {
  format: PrintFormat;
}) => {
  const side = Math.max(width, height) * 1.1;
  const code = panels.length > 2 ? null : panels.at(-1);
  const box = code && Math.min(code.width, code.height) * 0.5;
  return (
    <svg
      viewBox={`${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`}
      width={PICTURE}
      height={PICTURE}
      stroke-width={side / PICTURE}
      aria-hidden="true"
    >
      <rect class="paper" width={width} height={height} rx={outline === "circle" ? width / 2 : 0} />
      {panels.length > 2 &&
        panels.map((panel) => (
          <rect
            class="mark"
            x={panel.x + panel.width * 0.12}
            y={panel.y + panel.height * 0.12}
            width={panel.width * 0.76}
            height={panel.height * 0.76}
          />
        ))}
      {code && box && (
        <rect
          class="mark"
          x={code.x + (code.width - box) / 2}
          y={code.y + (code.height - box) / 2}
          width={box}
          height={box}
        />
      )}
      {fold !== undefined && <path class="line" d={`M0 ${fold}h${width}`} />}
      {hole && <circle class="line" cx={hole.x} cy={hole.y} r={hole.radius} />}
    </svg>
  );
};

const OwnPicture = () => (
  <svg viewBox="4 4 48 48" width={PICTURE} height={PICTURE} stroke-width="1" aria-hidden="true">
    <rect class="paper" x="10" y="10" width="36" height="36" stroke-dasharray="3 3" />
    <path class="line" d="M18 38L38 18M30 18h8v8M26 38h-8v-8" />
  </svg>
);
