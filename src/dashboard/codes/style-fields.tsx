import { Fragment } from "hono/jsx";
import { FINDER_SHAPES, FRAMES, MAX_FRAME_TEXT, MODULE_SHAPES } from "../../qr-codes/code-style.ts";
import { FRAME_TEXTS } from "../../qr-codes/frame.ts";
import { ChoiceField, SelectField, TextField } from "../components/field.tsx";
import type { DrawingQuery } from "./drawing.ts";

const SHAPE_LABELS = { square: "Squares", rounded: "Rounded", dots: "Dots", circle: "Circles" } as const;

/** The fields that say how a code looks besides its colors. */
export const StyleFields = ({ query, hasLogo }: { query: DrawingQuery; hasLogo: boolean }) => {
  const { style } = query;
  const error = (name: string) => query.problems.fields.get(name);
  return (
    <>
      <ChoiceField
        name="modules"
        label="Modules"
        type="radio"
        columns
        values={[style.modules]}
        error={error("modules")}
        options={MODULE_SHAPES.map((value) => ({ value, label: SHAPE_LABELS[value] }))}
      />
      <ChoiceField
        name="finders"
        label="Corners"
        type="radio"
        columns
        values={[style.finders]}
        error={error("finders")}
        options={FINDER_SHAPES.map((value) => ({ value, label: SHAPE_LABELS[value] }))}
      />
      {hasLogo || style.logo !== "none" ? (
        <ChoiceField
          name="logo"
          label="Logo"
          type="radio"
          columns
          values={[style.logo]}
          error={error("logo")}
          options={[
            { value: "none", label: "None" },
            { value: "project", label: "Of the project", hint: "Level H by itself" },
          ]}
        />
      ) : (
        <Fragment />
      )}
      <div class="fields">
        <SelectField
          name="frame"
          label="Frame"
          hint="With words below the code."
          value={style.frame}
          error={error("frame")}
          options={FRAMES.map((value) => ({
            value,
            label: value === "none" ? "None, or your own words" : FRAME_TEXTS[value],
          }))}
        />
        <TextField
          name="frameText"
          label="Your own words"
          hint={`Up to ${MAX_FRAME_TEXT} Latin letters, without a frame beside.`}
          value={query.typed.get("frameText") ?? style.frameText ?? ""}
          error={error("frameText")}
        />
      </div>
    </>
  );
};
