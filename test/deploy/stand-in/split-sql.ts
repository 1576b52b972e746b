/**
 * Splits SQL like Cloudflare's query endpoint: at each semicolon outside of strings and comments, so
 * within the body of a trigger too (workers-sdk 15178, 15314; a single CREATE TRIGGER is split as well: emdash 3301).
 */
export function cutAtSemicolons(sql: string): string[] {
  const parts: string[] = [];
  let text = "";
  for (const [token] of sql.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g)) {
    if (token === ";") {
      parts.push(text);
      text = "";
    } else if (!token.startsWith("--")) text += token;
  }
  return [...parts, text].map((part) => part.trim()).filter((part) => part !== "");
}
