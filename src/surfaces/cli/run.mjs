// The entry of every command: `npm run NAME` is `node src/surfaces/cli/run.mjs NAME`. Plain JavaScript, so that it can report missing
// packages, and the missing Node that runs TypeScript.
import { requireInstalled } from "./install.mjs";

if (requireInstalled()) {
  if (process.features.typescript) await (await import("./commands.ts")).runNamed(process.argv.slice(2));
  else {
    process.stderr.write(
      "This Node can't run TypeScript: use `npm run`, which uses the Node installed here.\n",
    );
    process.exitCode = 1;
  }
}
