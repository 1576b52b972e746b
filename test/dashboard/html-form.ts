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
    if (tag.startsWith("<input")) entries.push([name, attribute(tag, "value") ?? ""]);
    // A parser drops a line break right after the tag; a browser sends line breaks as CR LF.
    else if (tag.startsWith("<textarea")) {
      const text = control.slice(tag.length, -"</textarea>".length).replace(/^\n/, "");
      entries.push([name, decoded(text).replace(/\r\n?|\n/g, "\r\n")]);
    } else {
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
