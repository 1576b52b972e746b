/** What a page's form would send, read from its markup, and what stands beside its controls. */
export interface HtmlForm {
  action: string;
  /** The values of all controls, in the order of the page, without buttons. */
  entries: [string, string][];
  value(name: string): string | undefined;
  /** The problem beside a control; undefined where there is none. */
  problem(name: string): string | undefined;
  /** The name of the control that takes the focus. */
  focus: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? "");

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
};

/** The text of an area. A parser drops a line break right after the tag; a browser sends line breaks as CR LF. */
const textOf = (area: string, tag: string): string =>
  decoded(area.slice(tag.length, -"</textarea>".length).replace(/^\n/, "")).replace(/\r\n?|\n/g, "\r\n");

/** A form of a page with everything that a browser could send of it. */
export interface PageForm {
  method: "get" | "post";
  action: string;
  /** Whether it is sent as multipart/form-data. */
  isUpload: boolean;
  /** What a browser sends if nothing is changed, without a button. */
  entries: [string, string][];
  /** What else can be sent: boxes that are not checked, and the other options of menus. */
  others: [string, string][];
  /** The names of fields for files. */
  files: string[];
  /** Its buttons; one without a name sends nothing of its own. `action` and `method` take the place of the form's. */
  buttons: { entry: [string, string] | null; action: string | undefined; method: string | undefined }[];
}

const CONTROLS =
  /<input[^>]*>|<button[^>]*>|<textarea[^>]*>[\s\S]*?<\/textarea>|<select[^>]*>[\s\S]*?<\/select>/g;

/** Reads all forms of a page. */
export const pageForms = (page: string): PageForm[] =>
  [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => {
    const read: PageForm = {
      method: attribute(form, "method") === "post" ? "post" : "get",
      action: attribute(form, "action") ?? "",
      isUpload: attribute(form, "enctype") === "multipart/form-data",
      entries: [],
      others: [],
      files: [],
      buttons: [],
    };
    for (const [control] of form.matchAll(CONTROLS)) readControl(read, control);
    return read;
  });

function readControl(form: PageForm, control: string): void {
  const [tag = ""] = /^<[^>]*>/.exec(control) ?? [];
  const name = attribute(tag, "name");
  const value = attribute(tag, "value");
  if (tag.startsWith("<button")) {
    const entry: [string, string] | null = name === undefined ? null : [name, value ?? ""];
    form.buttons.push({ entry, action: attribute(tag, "formaction"), method: attribute(tag, "formmethod") });
  } else if (name === undefined) return;
  else if (tag.startsWith("<textarea")) form.entries.push([name, textOf(control, tag)]);
  else if (tag.startsWith("<select")) {
    const options = [...control.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = options.find((option) => /\sselected/.test(option)) ?? options[0];
    for (const option of options)
      (option === chosen ? form.entries : form.others).push([name, attribute(option, "value") ?? ""]);
  } else if (/\stype="file"/.test(tag)) form.files.push(name);
  else if (/\stype="(?:checkbox|radio)"/.test(tag))
    (/\schecked/.test(tag) ? form.entries : form.others).push([name, value ?? "on"]);
  else form.entries.push([name, value ?? ""]);
}

/** Reads the form that writes. Good enough for the markup of our own pages, which tests in a browser see too. */
export function htmlForm(page: string): HtmlForm {
  const [form = ""] = /<form method="post"[\s\S]*?<\/form>/.exec(page) ?? [];
  const entries: [string, string][] = [];
  let focus: string | undefined;
  const controls = form.matchAll(
    /<input[^>]*>|<textarea[^>]*>[\s\S]*?<\/textarea>|<select[^>]*>[\s\S]*?<\/select>/g,
  );
  for (const [control] of controls) {
    const [tag = ""] = /^<[^>]*>/.exec(control) ?? [];
    const name = attribute(tag, "name");
    if (name === undefined) continue;
    if (/\sautofocus/.test(tag)) focus ??= name;
    if (/\stype="(?:checkbox|radio)"/.test(tag) && !/\schecked/.test(tag)) continue;
    if (tag.startsWith("<input")) entries.push([name, attribute(tag, "value") ?? ""]);
    else if (tag.startsWith("<textarea")) entries.push([name, textOf(control, tag)]);
    else {
      const options = [...control.matchAll(/<option[^>]*>/g)].map(([option]) => option);
      const chosen = options.find((option) => /\sselected/.test(option)) ?? options[0] ?? "";
      entries.push([name, attribute(chosen, "value") ?? ""]);
    }
  }
  return {
    action: attribute(form, "action") ?? "",
    entries,
    value: (name) => entries.find(([each]) => each === name)?.[1],
    problem: (name) => {
      const [, text] = new RegExp(`id="${name.replace(/[[\].]/g, "\\$&")}-error">([^<]*)`).exec(form) ?? [];
      return text === undefined ? undefined : decoded(text);
    },
    focus,
  };
}

/** What a page's form would send, by name. Boxes of the same name have a line each, as the form of a link reads them. */
export function formFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of htmlForm(page).entries)
    fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
  return fields;
}
