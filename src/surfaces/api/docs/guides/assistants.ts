import { TOOLS } from "../../mcp/tools.ts";
import type { Guide } from "./guide-context.ts";

export const assistants: Guide = ({ api }) => ({
  id: "assistants",
  title: "Assistants and agents (MCP)",
  summary: "Let a language model find, explain, create and change links with your API key.",
  blocks: [
    "`POST /mcp` is a Model Context Protocol server. Send a key in `X-Service-API-Key` or as `Authorization: Bearer`. Assistants see the tools that their key allows: a key with only `links:read` can't change anything. OAuth is not supported.",
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
      head: ["Tool", "Purpose", "Required scope"],
      rows: TOOLS.map(({ name, title, scope }) => [
        `\`${name}\``,
        title,
        scope === null ? "any" : `\`${scope}\``,
      ]),
    },
    "Writes also require the scope of the retailer. A call with the same arguments within 24 hours is a retry and creates nothing twice. `update_link` requires the `revision` from `get_link` and is marked as destructive. Keys, members, projects, imports, exports and shared reports have no tools.",
  ],
});
