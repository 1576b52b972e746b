import type { Language } from "./blocks.ts";

/** What is marked in code, in the order in which it is looked for. */
const TOKENS: Readonly<Record<Language, RegExp>> = {
  sh: /(?<key>\$KEY)|(?<variable>\$\{?[A-Z_]+\}?)|(?<word>\bcurl\b|(?<=\s)-{1,2}[a-zA-Z-]+)/g,
  ts: /(?<key>process\.env\.KEY \?\? "")|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|from|const|new|await|for|of)\b)|(?<number>\b\d+\b)/g,
  python:
    /(?<key>os\.environ\["KEY"\])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|with|as|def|return|for|in|while|if|not|and|or|try|except|raise|break|True|False|None)\b)|(?<number>\b\d+\b)/g,
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  csv: /(?<number>\b\d+\b(?=,|$))/gm,
};

/** Code with its words marked for the style. What stands for the key is marked too, so that the page can put it in. */
export function Code({ language, text }: { language: Language; text: string }) {
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
