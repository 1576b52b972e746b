/** A text of a block: `code`, **strong words** and [links](#getLink). */
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
