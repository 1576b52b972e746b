import { COLOR_FORMAT } from "../../core/colors.ts";
import type { Level } from "../../qr-codes/capacities.ts";
import { formatOf, QUIET_ZONE } from "../../qr-codes/image-formats.ts";
import { defaultOptions } from "../../qr-codes/image-options.ts";
import { type Option, SelectField, TextField } from "../components/field.tsx";
import { type DrawingQuery, withHash } from "./drawing.ts";

const USUAL = defaultOptions("svg");

const LEVEL_OPTIONS: Readonly<Record<Level, Option>> = {
  L: { value: "L", label: "L: the smallest code, bears little damage" },
  M: { value: "M", label: "M: usual" },
  Q: { value: "Q", label: "Q: for surfaces that wear" },
  H: { value: "H", label: "H: where a logo or a fold covers modules" },
};

/** The fields that say how codes are drawn. They are part of a form whose answer is an address. */
export const DrawingFields = ({ query, levels }: { query: DrawingQuery; levels: readonly Level[] }) => {
  const value = (name: string, usual = "") => query.typed.get(name) ?? usual;
  const error = (name: string) => query.problems.fields.get(name);
  const chosen = value("level", USUAL.level);
  return (
    <>
      <div class="fields">
        <TextField
          name="distance"
          label="Read from (meters)"
          hint="The code is a tenth as wide, at least 2 cm."
          value={value("distance")}
          error={error("distance")}
        />
        <TextField
          name="size"
          label="Or width in mm"
          hint={`With the quiet zone. Both empty: ${formatOf("pdf").defaultSize} mm.`}
          value={value("size")}
          error={error("size")}
        />
        <ColorField
          name="color"
          label="Color"
          value={value("color", USUAL.color)}
          error={error("color")}
          hint="Of the modules."
        />
        <ColorField
          name="background"
          label="Background"
          value={value("background", USUAL.background)}
          error={error("background")}
          hint="Clearly lighter."
        />
      </div>
      <SelectField
        name="level"
        label="Error correction"
        value={chosen}
        error={error("level")}
        options={levels.map((level) => LEVEL_OPTIONS[level])}
      />
      <TextField
        name="quietZone"
        label="Quiet zone"
        hint={`Empty modules on each side, ${QUIET_ZONE.least} to ${QUIET_ZONE.most}. Printers ask for ${QUIET_ZONE.default}.`}
        value={value("quietZone", String(USUAL.quietZone))}
        error={error("quietZone")}
      />
    </>
  );
};

/** A colour as text. Where scripts run, a picker stands beside it. */
const ColorField = (field: {
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
      value={COLOR_FORMAT.test(withHash(field.value)) ? withHash(field.value) : USUAL.color}
      aria-label={`Pick: ${field.label}`}
      data-picks={field.name}
      hidden
    />
  </div>
);
