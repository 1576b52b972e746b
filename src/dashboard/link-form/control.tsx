import { withoutApiKeys } from "../../core/api-key-format.ts";
import type { Option } from "../components/field.tsx";
import { SelectField, TextArea, TextField } from "../components/field.tsx";
import { CHOICE_MESSAGES, wordsOf } from "../labels/form-words.ts";
import type { ControlField } from "./form-shape.ts";

/** What the controls of a form have in common. */
export interface Shown {
  /** What is wrong, by the name of the control. */
  problems: ReadonlyMap<string, string>;
  /** The control that takes the focus. */
  focus: string | undefined;
  /** The projects that take new links; null where the project is not chosen from a menu. */
  projects: readonly Option[] | null;
  /** What else there is to say of the field of this name. */
  noteOn?: ((name: string) => string | undefined) | undefined;
}

/** One control with its label, and what is wrong with what was typed. */
export const Control = ({
  field,
  name,
  text,
  shown,
}: {
  field: ControlField;
  name: string;
  text: string;
  shown: Shown;
}) => {
  const words = wordsOf(name);
  const { label } = words;
  // What has a value of its own needs no word on being left out.
  const isPlain = field.required || (field.kind === "number" && field.standard !== undefined);
  const hint = [words.hint, shown.noteOn?.(name)].filter(Boolean).join(" ") || undefined;
  const common = {
    name,
    label: isPlain ? label : `${label} (optional)`,
    ...(hint !== undefined && { hint }),
    value: name === "metadata" ? withoutApiKeys(text) : text,
    error: shown.problems.get(name),
    autofocus: shown.focus === name,
  };
  if (name === "projectId" && shown.projects) return <SelectField {...common} options={shown.projects} />;
  switch (field.kind) {
    case "word":
      return <input type="hidden" name={name} value={text} />;
    case "choice":
      return <SelectField {...common} label={label} options={choices(field, text)} />;
    case "lines":
      return <TextArea {...common} rows={Math.min(Math.max(text.split("\n").length, 2), 8)} />;
    case "json":
      return <TextArea {...common} rows={Math.min(Math.max(text.split("\n").length, 3), 16)} />;
    case "number":
      return (
        <TextField
          {...common}
          inputMode={field.integer ? "numeric" : "decimal"}
          {...(field.standard !== undefined && { placeholder: field.standard })}
          required={field.required}
        />
      );
    case "url":
      return <TextField {...common} inputMode="url" placeholder="https://" required={field.required} />;
    case "time":
      return (
        <TextField
          {...common}
          label={`${common.label}, time zone ${field.zone.name}`}
          type="datetime-local"
          placeholder="2026-12-01 09:00"
          required={field.required}
        />
      );
    case "text":
      return field.multiline ? (
        <TextArea {...common} rows={5} />
      ) : (
        <TextField {...common} required={field.required} />
      );
  }
};

/** A choice can be left to the API. What was sent and is no choice stays, so that it can be put right. */
function choices({ values, standard }: Extract<ControlField, { kind: "choice" }>, text: string): Option[] {
  const word = (value: string) => CHOICE_MESSAGES[value] ?? value;
  const usual = standard === undefined ? "Not said" : `As usual: ${word(standard).toLowerCase()}`;
  const others = text === "" || values.includes(text) ? [] : [text];
  return [
    { value: "", label: usual },
    ...[...values, ...others].map((value) => ({ value, label: word(value) })),
  ];
}
