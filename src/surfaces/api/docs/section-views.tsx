import { BlockView } from "./block-views.tsx";
import type { Block, Chapter, Section } from "./blocks.ts";

export const Method = ({ method }: { method: string }) => (
  <span class={`method ${method.toLowerCase()}`}>{method}</span>
);

/** A chapter with its sections. With the `scopes` of a key, operations show which scopes it lacks. */
export const ChapterView = ({ chapter, scopes }: { chapter: Chapter; scopes: readonly string[] | null }) => (
  <section class="chapter-view">
    <div class="chapter-head">
      <h2>{chapter.title}</h2>
      <p class="quiet">{chapter.description}</p>
    </div>
    {chapter.sections.map((section) => (
      <SectionView section={section} scopes={scopes} />
    ))}
  </section>
);

const kindOf = (block: Block): string => (typeof block === "string" ? "text" : block.kind);
const isCode = (block: Block): boolean => ["code", "samples"].includes(kindOf(block));

function SectionView({ section, scopes }: { section: Section; scopes: readonly string[] | null }) {
  const { id, title, operation, blocks } = section;
  // Operations show code beside the text; guides show it in reading order.
  const [texts, codes] = operation
    ? [blocks.filter((block) => !isCode(block)), blocks.filter(isCode)]
    : [blocks, []];
  const missing = operation && scopes ? operation.scopes.filter((scope) => !has(scopes, scope)) : [];
  return (
    <article id={id} class={operation ? "operation" : "guide"}>
      <h3>
        <a href={`#${id}`} class="anchor">
          {title}
        </a>
      </h3>
      {operation && (
        <p class="address">
          <Method method={operation.method} /> <code>{operation.path}</code>
          <a class="as-text" href={`/docs/${id}.md`}>
            Markdown
          </a>
        </p>
      )}
      {missing.length > 0 && (
        <p class="note">
          Your key lacks <code>{missing.join(", ")}</code>.
        </p>
      )}
      <div class="texts">
        {texts.map((block) => (
          <BlockView block={block} />
        ))}
      </div>
      {codes.length > 0 && <Codes blocks={codes} />}
    </article>
  );
}

/** The first request and its response; further requests are collapsed. */
function Codes({ blocks }: { blocks: readonly Block[] }) {
  const [first, ...more] = blocks.filter((block) => kindOf(block) === "samples");
  const responses = blocks.filter((block) => kindOf(block) === "code");
  return (
    <div class="codes">
      {[...(first ? [first] : []), ...responses].map((block) => (
        <BlockView block={block} />
      ))}
      {more.length > 0 && (
        <details class="folded">
          <summary>
            <h4>More requests</h4>
            <span class="count">{more.length}</span>
          </summary>
          {more.map((block) => (
            <BlockView block={block} />
          ))}
        </details>
      )}
    </div>
  );
}

/** Whether a key has a scope; `retailers:<retailer>` matches that of any retailer. */
const has = (scopes: readonly string[], scope: string): boolean =>
  scope === "retailers:<retailer>"
    ? scopes.some((each) => each.startsWith("retailers:"))
    : scopes.includes(scope);
