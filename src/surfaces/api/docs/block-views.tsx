import type { Block, Field, Language, OtherBlock } from "./blocks.ts";

type Of<K extends OtherBlock["kind"]> = Extract<OtherBlock, { kind: K }>;

/** A block of a section. */
export function BlockView({ block }: { block: Block }) {
  if (typeof block === "string")
    return (
      <p>
        <InlineText text={block} />
      </p>
    );
  switch (block.kind) {
    case "heading":
      return <h4>{block.text}</h4>;
    case "list":
      return <ListView {...block} />;
    case "table":
      return <TableView {...block} />;
    case "fields":
      return <FieldsView {...block} />;
    case "code":
      return <CodeView {...block} />;
    case "samples":
      return <SamplesView {...block} />;
  }
}

function ListView({ items, ordered }: Of<"list">) {
  const lines = items.map((item) => (
    <li>
      <InlineText text={item} />
    </li>
  ));
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>;
}

const TableView = ({ head, rows, ids }: Of<"table">) => (
  <div class="table" tabindex={0}>
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col">{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr id={ids?.[row]}>
            {cells.map((cell, index) => (
              <td data-head={head[index]}>
                <InlineText text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const FieldsView = ({ title, fields }: Of<"fields">) => (
  <>
    <h4>
      <InlineText text={title} />
    </h4>
    <dl class="fields">
      {fields.map((field) => (
        <FieldView {...field} />
      ))}
    </dl>
  </>
);

const FieldView = ({ name, type, required, description, bounds }: Field) => (
  <div>
    <dt>
      <code class="name">{name}</code>
      {required && <span class="required">required</span>}
      <span class="type">
        <InlineText text={type} />
      </span>
    </dt>
    <dd>
      <InlineText text={description} />
      {bounds.length > 0 && (
        <span class="bounds">
          {" "}
          <InlineText text={sentence(bounds)} />
        </span>
      )}
    </dd>
  </div>
);

const sentence = (words: readonly string[]): string => {
  const text = words.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const CodeView = ({ title, language, text }: Of<"code">) => (
  <figure class="sample only">
    <figcaption>{title}</figcaption>
    <Code language={language} text={text} />
  </figure>
);

const SamplesView = ({ title, samples, request }: Of<"samples">) => (
  <figure class="sample" data-request={request && JSON.stringify(request)}>
    <figcaption>{title}</figcaption>
    {(["sh", "ts", "python"] as const).map((language) => (
      <Code language={language} text={samples[language]} />
    ))}
  </figure>
);

/** The tokens to highlight in each language; the first match wins. */
const TOKENS: Readonly<Record<Language, RegExp>> = {
  sh: /(?<key>\$KEY)|(?<variable>\$\{?[A-Z_]+\}?)|(?<word>\bcurl\b|(?<=\s)-{1,2}[a-zA-Z-]+)/g,
  ts: /(?<key>process\.env\.KEY \?\? "")|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|from|const|new|await|for|of)\b)|(?<number>\b\d+\b)/g,
  python:
    /(?<key>os\.environ\["KEY"\])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|with|as|def|return|for|in|while|if|not|and|or|try|except|raise|break|True|False|None)\b)|(?<number>\b\d+\b)/g,
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  csv: /(?<number>\b\d+\b(?=,|$))/gm,
};

/** Highlighted code. The placeholder of the key is marked too, so that the page can replace it. */
function Code({ language, text }: { language: Language; text: string }) {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS[language])) {
    const [kind = ""] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    parts.push(text.slice(end, match.index), <span class={`t-${kind}`}>{match[0]}</span>);
    end = match.index + match[0].length;
  }
  return (
    <pre tabindex={0} class={`code ${language}`}>
      <code>
        {parts}
        {text.slice(end)}
      </code>
    </pre>
  );
}

/** Text with `code`, **emphasis** and [links](#getLink). */
export function InlineText({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/);
  return <>{parts.map(part)}</>;
}

function part(text: string) {
  if (/^`.+`$/s.test(text)) return <code>{text.slice(1, -1)}</code>;
  if (/^\*\*.+\*\*$/s.test(text))
    return (
      <strong>
        <InlineText text={text.slice(2, -2)} />
      </strong>
    );
  const [, words, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(text) ?? [];
  return words === undefined ? text : <a href={href}>{words}</a>;
}
