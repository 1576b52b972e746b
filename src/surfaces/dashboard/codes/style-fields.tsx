import type { Child } from "hono/jsx";
import { MAX_FRAME_TEXT } from "../../../features/qr-codes/code-style.ts";
import { TRANSPARENT } from "../../../features/qr-codes/contrast.ts";
import { finderOutlines } from "../../../features/qr-codes/finders.ts";
import { FRAME_TEXTS } from "../../../features/qr-codes/frame.ts";
import { moduleOutlines } from "../../../features/qr-codes/outline-modules.ts";
import {
  FINDER_SHAPES,
  type FinderShape,
  FRAMES,
  MODULE_SHAPES,
  type ModuleShape,
  PLAIN,
  type Style,
} from "../../../features/qr-codes/style.ts";
import { pathData } from "../../../ground/drawing/path.ts";
import { Swatch } from "../components/facts.tsx";
import { ChoiceField, SelectField, TextField } from "../components/field.tsx";
import { type DrawingQuery, TRANSPARENT_FIELD } from "./drawing.ts";
import { ColorField } from "./drawing-fields.tsx";
import { PictureChoice } from "./picture-choice.tsx";

const SHAPE_LABELS = { square: "Squares", rounded: "Rounded", dots: "Dots", circle: "Circles" } as const;

const shapes = <S extends keyof typeof SHAPE_LABELS>(values: readonly S[], pictureOf: (shape: S) => Child) =>
  values.map((value) => ({ value, label: SHAPE_LABELS[value], picture: pictureOf(value) }));

/** The project's brand, as far as codes show it. */
export interface CodeBrand {
  accent: string | undefined;
  /** The path of a logo that codes can show. */
  logo: string | undefined;
}

/** The fields of a code's style. `brandColor` links to the same form with the brand's color. */
export const StyleFields = ({
  query,
  brand,
  brandColor,
}: {
  query: DrawingQuery;
  brand: CodeBrand;
  brandColor: string;
}) => {
  const { style, typed } = query;
  const isTransparent = style.background === TRANSPARENT;
  const error = (name: string) => query.problems.fields.get(name);
  const field = <Name extends keyof Style>(name: Name) => ({ name, value: style[name], error: error(name) });
  const typedField = (name: keyof Style) => ({ ...field(name), value: typed.get(name) ?? style[name] ?? "" });
  return (
    <>
      <PictureChoice
        {...field("modules")}
        label="Modules"
        options={shapes(MODULE_SHAPES, (shape) => <ModulePicture shape={shape} />)}
      />
      <PictureChoice
        {...field("finders")}
        label="Corners"
        options={shapes(FINDER_SHAPES, (shape) => <FinderPicture shape={shape} />)}
      />
      <div class="fields">
        <ColorField {...typedField("color")} label="Color" hint="#1a2b3c, or C100 M60 Y0 K30." />
        <ColorField
          {...typedField("background")}
          {...(isTransparent && { value: PLAIN.background })}
          label="Background"
          hint="White or a light color."
        />
        <ChoiceField
          type="checkbox"
          name={TRANSPARENT_FIELD}
          label="No background"
          values={isTransparent ? ["1"] : []}
          options={[{ value: "1", label: "Transparent" }]}
        />
        <div class="behind">
          <ColorField
            {...typedField("surface")}
            label="Printed or placed on"
            hint="The contrast is judged on it."
          />
        </div>
      </div>
      {brand.accent !== undefined && (
        <p class="hint">
          <Swatch color={brand.accent} /> <a href={brandColor}>Use the brand's color, {brand.accent}</a>
        </p>
      )}
      {(brand.logo !== undefined || error("logo")) && (
        <PictureChoice
          {...field("logo")}
          label="Logo"
          options={[
            { value: "none", label: "None", picture: <ModulePicture shape="square" /> },
            ...(brand.logo === undefined
              ? []
              : [
                  {
                    value: "project",
                    label: "The project's",
                    picture: <img src={brand.logo} alt="" height={PICTURE} />,
                  },
                ]),
          ]}
        />
      )}
      <div class="fields">
        <SelectField
          {...field("frame")}
          label="Frame"
          hint="With a text below the code."
          options={FRAMES.map((value) => ({
            value,
            label: value === "none" ? "None" : FRAME_TEXTS[value],
          }))}
        />
        <TextField
          {...typedField("frameText")}
          label={`Own text (${MAX_FRAME_TEXT} letters)`}
          hint="Replaces the frame above."
        />
      </div>
    </>
  );
};

/** Height of a picture in CSS pixels. */
const PICTURE = 40;

const SAMPLE = ["11010", "01011", "11101", "00110", "10111"].map((row) =>
  [...row].map((module) => module === "1"),
);

const ModulePicture = ({ shape }: { shape: ModuleShape }) => (
  <svg viewBox="0 0 5 5" width={PICTURE} height={PICTURE} aria-hidden="true">
    <path d={pathData(moduleOutlines(SAMPLE, shape))} fill="currentColor" fill-rule="evenodd" />
  </svg>
);

const FinderPicture = ({ shape }: { shape: FinderShape }) => (
  <svg viewBox="0 0 7 7" width={PICTURE} height={PICTURE} aria-hidden="true">
    <path d={pathData(finderOutlines(7, shape))} fill="currentColor" fill-rule="evenodd" />
  </svg>
);
