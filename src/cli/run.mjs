// The entry of every command: `npm run NAME` is `node src/cli/run.mjs NAME`. Plain JavaScript, so that it can say what is
// missing where the packages, and the Node among them that runs TypeScript, are not there yet.
import { requireInstalled } from "./install.mjs";

if (requireInstalled()) {
  if (process.features.typescript) await (await import("./commands.ts")).runNamed(process.argv.slice(2));
  else {
    process.stderr.write(
      "This Node can't run TypeScript: use `npm run`, which takes the Node that is installed here.\n",
    );
    process.exitCode = 1;
  }
}
