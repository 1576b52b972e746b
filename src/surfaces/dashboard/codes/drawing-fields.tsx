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
  const field = (name: string, standard = "") => ({
    name,
    value: typed.get(name) ?? standard,
    error: problems.fields.get(name),
  });
  const isOpen = ["level", "quietZone"].some((name) => typed.has(name) || problems.fields.has(name));
  return (
    <>
      <div class="fields">
        <TextField
          {...field("distance")}
          label="How far away do people stand? (m)"
          hint="A tenth as wide, at least 2 cm."
        />
        <TextField
          {...field("size")}
          label="Or width in mm"
          hint={`With the quiet zone. Default: ${formatOf("pdf").defaultSize} mm.`}
        />
      </div>
      {line !== null && (
        <SelectField
          {...field("hri", "0")}
          label="Number below the code"
          options={[
            { value: "0", label: "None" },
            { value: "1", label: line },
          ]}
        />
      )}
      <details open={isOpen}>
        <summary>Advanced</summary>
        <SelectField
          {...field("level", DEFAULTS.level)}
          label="Error correction"
          options={levels.map((level) => LEVEL_OPTIONS[level])}
        />
        <TextField
          {...field("quietZone", String(DEFAULTS.quietZone))}
          label="Quiet zone"
          hint={`Empty modules on each side, ${QUIET_ZONE.least} to ${QUIET_ZONE.most}. Printers ask for ${QUIET_ZONE.default}.`}
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
