import * as z from "zod";
import { COLOR_FORMAT, type Color, MAX_COLOR } from "../../ground/core/colors.ts";
import { type FieldProblem, validationFailed } from "../../ground/core/errors.ts";
import { color } from "../../ground/core/text.ts";
import { problemsOf } from "../../ground/core/validation.ts";
import { DEFAULT_LEVEL, LEVELS } from "./capacities.ts";
import { codeStyle, styleProblems } from "./code-style.ts";
import { BACKGROUND_FORMAT, contrastOf } from "./contrast.ts";
import {
  formatOf,
  type IMAGE_FORMATS,
  type ImageFormat,
  MAX_FILE_NAME,
  QUIET_ZONE,
} from "./image-formats.ts";
import { type AskedOptions, defaultOptions, type ImageOptions } from "./image-options.ts";
import { PLAIN } from "./style.ts";

/** An integer from `least` to `most`, as text. */
function wholeNumber(least: number, most: number, description: string) {
  const isInRange = (value: string) =>
    /^[1-9][0-9]{0,8}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return z
    .string()
    .refine(isInRange, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .meta({ type: "integer", minimum: least, maximum: most, description });
}

/** A color as a query parameter. */
const colorText = (usual: Color, description: string, or = "", format = COLOR_FORMAT) =>
  color(`must be a color such as #1a2b3c, with its # sent as %23, or cmyk(100,60,0,30)${or}`, format)
    .default(usual)
    .meta({ maxLength: MAX_COLOR, description });

function sizeOf(format: ImageFormat) {
  const { least, most, unit, defaultSize } = formatOf(format);
  const schema = wholeNumber(least, most, `Width and height of the whole image in ${unit}.`);
  return defaultSize === undefined ? schema.optional() : schema.default(defaultSize);
}

const { modules, finders, logo, frame, frameText } = codeStyle.shape;
/** The fields of a style besides its colors, as texts. */
const styleTexts = {
  modules: modules.default(PLAIN.modules),
  finders: finders.default(PLAIN.finders),
  logo: logo.default(PLAIN.logo),
  frame: frame.default(PLAIN.frame),
  frameText,
};

const colorTexts = {
  color: colorText(PLAIN.color, "Of the dark modules, as `#rrggbb` or `cmyk(100,60,0,30)`, in percent."),
  background: colorText(
    PLAIN.background,
    "Of everything else, or `none` for a transparent code. Has to be clearly lighter.",
    ", or none",
    BACKGROUND_FORMAT,
  ),
  surface: colorText(
    PLAIN.surface,
    "Of what a transparent code is printed on or placed on; has to be clearly lighter.",
  ),
};
const readColors = z.object(colorTexts);

const optionsSchema = (format: ImageFormat) =>
  z.object({
    size: sizeOf(format),
    level: z.enum(LEVELS).describe("Error correction: `H` tolerates the most damage.").default(DEFAULT_LEVEL),
    ...colorTexts,
    quietZone: wholeNumber(QUIET_ZONE.least, QUIET_ZONE.most, "Light modules on each side.").default(
      QUIET_ZONE.default,
    ),
    ...styleTexts,
    hri: z
      .enum(["0", "1"])
      .describe("`1` writes the GTIN below a code that encodes one, as `(01) …`.")
      .default("0"),
  });

/** Further parameters that aren't drawing options: the saved style, and the file name. */
export const otherParameters = z.object({
  style: z
    .enum(["default"])
    .describe(
      "The style that was saved with the code or, where it has none, with its project. Other parameters win.",
    )
    .optional(),
  name: z
    .string()
    .max(MAX_FILE_NAME)
    .describe("File name for downloads, without size and extension.")
    .optional(),
});

/** The schema of each format's options, as texts. */
export const IMAGE_OPTIONS = {
  svg: optionsSchema("svg"),
  png: optionsSchema("png"),
  pdf: optionsSchema("pdf"),
  eps: optionsSchema("eps"),
} satisfies Record<keyof typeof IMAGE_FORMATS, z.ZodType<ImageOptions>>;

/**
 * Parses image options from texts. Unknown names are ignored: a published URL keeps working if somebody adds a
 * cache-buster or campaign parameters. Throws `validation_failed` with all problems: repeated options, values out of
 * range, and colors with too little contrast.
 */
export function readImageOptions(format: ImageFormat, asked: AskedOptions): ImageOptions {
  const schema = IMAGE_OPTIONS[format];
  const names = Object.keys(schema.shape);
  if (!names.some((name) => asked[name])) return defaultOptions(format);
  const parameters = names.map((name) => ({ name, texts: asked[name] ?? [] }));
  const repeated = parameters.filter(({ texts }) => texts.length > 1);
  const single = Object.fromEntries(
    parameters.filter(({ texts }) => texts.length === 1).map(({ name, texts: [text] }) => [name, text]),
  );
  const result = schema.safeParse(single);
  const problems: FieldProblem[] = [
    ...repeated.map(({ name }) => ({ field: name, message: "must be given only once" })),
    ...(result.success ? [] : problemsOf(result.error, single)),
  ];
  const colors = readColors.safeParse(single);
  if (colors.success) problems.push(...contrastOf(colors.data).problems);
  if (result.success) problems.push(...styleProblems(result.data));
  if (problems.length > 0 || !result.success) throw validationFailed(problems);
  return result.data;
}
