import { COLOR_FORMAT } from "../../core/colors.ts";
import type { Level } from "../../qr-codes/capacities.ts";
import type { Style } from "../../qr-codes/code-style.ts";
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
export const DrawingFields = ({
  query,
  usual,
  levels,
}: {
  query: Pick<DrawingQuery, "typed" | "problems">;
  /** What stands in fields of which nothing was typed; null for several codes, each of which is as it was saved. */
  usual: Pick<Style, "color" | "background"> | null;
  levels: readonly Level[];
}) => {
  const value = (name: string, otherwise = "") => query.typed.get(name) ?? (usual ? otherwise : "");
  const error = (name: string) => query.problems.fields.get(name);
  const asSaved = usual ? [] : [{ value: "", label: "As usual" }];
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
          value={value("color", usual?.color)}
          error={error("color")}
          hint={usual ? "Of the modules." : "Empty: as saved."}
        />
        <ColorField
          name="background"
          label="Background"
          value={value("background", usual?.background)}
          error={error("background")}
          hint={usual ? "Clearly lighter." : "Empty: as saved."}
        />
      </div>
      <SelectField
        name="level"
        label="Error correction"
        value={value("level", USUAL.level)}
        error={error("level")}
        options={[...asSaved, ...levels.map((level) => LEVEL_OPTIONS[level])]}
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

/** A color as text. Where scripts run, a picker stands beside it. */
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
