import { TOOLS } from "../../mcp/tools.ts";
import type { Guide } from "./guide-context.ts";

/** How language models use the service. */
export const assistants: Guide = ({ api }) => ({
  id: "assistants",
  title: "Assistants and agents (MCP)",
  summary: "Let a language model find, explain, create and change links with a key of yours.",
  blocks: [
    {
      kind: "text",
      text: "`POST /mcp` is a server of the Model Context Protocol. It takes a key in `X-Service-API-Key` or as `Authorization: Bearer`, and shows an assistant the tools that its key allows: with `links:read` alone it looks and changes nothing. Programs that sign in by OAuth alone cannot be used, as OAuth is not served.",
    },
    {
      kind: "code",
      title: "Claude Code",
      language: "sh",
      text: `claude mcp add --transport http shoppable-links ${api}/mcp --header "X-Service-API-Key: $KEY"`,
    },
    {
      kind: "code",
      title: "Cursor: .cursor/mcp.json",
      language: "json",
      text: JSON.stringify(
        {
          mcpServers: { "shoppable-links": { url: `${api}/mcp`, headers: { "X-Service-API-Key": "slk_…" } } },
        },
        null,
        2,
      ),
    },
    {
      kind: "code",
      title: "Visual Studio Code: .vscode/mcp.json",
      language: "json",
      text: JSON.stringify(
        {
          servers: {
            "shoppable-links": { type: "http", url: `${api}/mcp`, headers: { "X-Service-API-Key": "slk_…" } },
          },
        },
        null,
        2,
      ),
    },
    {
      kind: "table",
      head: ["Tool", "Does", "Scope of the key"],
      rows: TOOLS.map(({ name, title, scope }) => [
        `\`${name}\``,
        title,
        scope === null ? "any" : `\`${scope}\``,
      ]),
    },
    {
      kind: "text",
      text: "Writes need the scope of the retailer, too. The same arguments within 24 hours are the same write, so a call that is repeated makes nothing twice. `update_link` needs the `revision` that `get_link` gave, and is marked as destructive. Keys, members, projects, imports and shared reports have no tools.",
    },
  ],
});
