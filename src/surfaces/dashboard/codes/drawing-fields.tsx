import type { Level } from "../../../features/qr-codes/capacities.ts";
import { formatOf, QUIET_ZONE } from "../../../features/qr-codes/image-formats.ts";
import { defaultOptions } from "../../../features/qr-codes/image-options.ts";
import { screenColor, typedColor } from "../../../ground/core/colors.ts";
import { type Option, SelectField, TextField } from "../components/field.tsx";
import type { DrawingQuery } from "./drawing.ts";

const DEFAULTS = defaultOptions("svg");

const LEVEL_OPTIONS: Readonly<Record<Level, Option>> = {
  L: { value: "L", label: "L: smallest code, tolerates little damage" },
  M: { value: "M", label: "M: default" },
  Q: { value: "Q", label: "Q: for surfaces that wear" },
  H: { value: "H", label: "H: for covered modules, such as under a logo or a fold" },
};

/** The fields for the size of a code, its error correction and its quiet zone. */
export const DrawingFields = ({
  query: { typed, problems },
  levels,
  line,
}: {
  query: DrawingQuery;
  levels: readonly Level[];
  /** The number that can be written below the code, if it encodes a GTIN. */
  line: string | null;
}) => {
  const error = (name: string) => problems.fields.get(name);
  const isOpen = ["level", "quietZone"].some((name) => typed.has(name) || error(name));
  return (
    <>
      <div class="fields">
        <TextField
          name="distance"
          label="How far away do people stand? (m)"
          hint="The code gets a tenth as wide, at least 2 cm."
          value={typed.get("distance") ?? ""}
          error={error("distance")}
        />
        <TextField
          name="size"
          label="Or width in mm"
          hint={`With the quiet zone. Default: ${formatOf("pdf").defaultSize} mm.`}
          value={typed.get("size") ?? ""}
          error={error("size")}
        />
      </div>
      {line !== null && (
        <SelectField
          name="hri"
          label="Number below the code"
          value={typed.get("hri") ?? "0"}
          error={error("hri")}
          options={[
            { value: "0", label: "None" },
            { value: "1", label: line },
          ]}
        />
      )}
      <details open={isOpen}>
        <summary>Advanced</summary>
        <SelectField
          name="level"
          label="Error correction"
          value={typed.get("level") ?? DEFAULTS.level}
          error={error("level")}
          options={levels.map((level) => LEVEL_OPTIONS[level])}
        />
        <TextField
          name="quietZone"
          label="Quiet zone"
          hint={`Empty modules on each side, ${QUIET_ZONE.least} to ${QUIET_ZONE.most}. Printers ask for ${QUIET_ZONE.default}.`}
          value={typed.get("quietZone") ?? String(DEFAULTS.quietZone)}
          error={error("quietZone")}
        />
      </details>
    </>
  );
};

/** A color as text, in any form that people use. With scripts, it has a color picker. */
export const ColorField = (field: {
  name: string;
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
}) => (
  <div class="color-field">
    <TextField {...field} spellcheck={false} />
    <input
      type="color"
      id={`${field.name}-picker`}
      value={screenColor(typedColor(field.value) ?? DEFAULTS.color)}
      aria-label={`Pick: ${field.label}`}
      data-picks={field.name}
      hidden
    />
  </div>
);
