import type { Block, Field } from "./blocks.ts";
import { Code } from "./highlight.tsx";
import { InlineText } from "./inline-text.tsx";

type Of<K extends Block["kind"]> = Extract<Block, { kind: K }>;

/** A block of text, in the left column. */
export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      );
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

const TableView = ({ head, rows }: Of<"table">) => (
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
        {rows.map((cells) => (
          <tr>
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
