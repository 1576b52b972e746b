// Installs the packages of package-lock.json if some are missing or outdated, else does nothing. It runs before `npm start`
// and `npm test`, also in a new clone, so it is plain JavaScript for Node 20 without packages. `--check` installs nothing: it
// fails with a message if packages are missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../../..");
const exists = (path) => existsSync(join(root, path));

/** The packages in the lock file `path`: pairs of their path in the project and their entry. */
const packagesOf = (path) =>
  exists(path) ? Object.entries(JSON.parse(readFileSync(join(root, path), "utf8")).packages) : [];

/** The installed packages. npm writes this file last. */
const installedPackages = () => packagesOf("node_modules/.package-lock.json");

/** The path of the installed Node. Each platform has its own optional package. */
function installedNode() {
  const [place, { bin } = {}] = installedPackages().find(([, entry]) => entry.bin?.node) ?? [];
  const path = `${place}/${bin?.node}`;
  return exists(path) ? path : null;
}

/** Whether the installed packages match the lock file. Optional packages may be absent. */
function isInstalled() {
  const installed = new Map(installedPackages());
  // Without this project's own packages, which npm links: their new versions need no installation.
  const locked = packagesOf("package-lock.json").filter(([place]) => place.includes("node_modules/"));
  return (
    installedNode() !== null &&
    locked.every(([place, { version, optional }]) => {
      const found = installed.get(place);
      return found === undefined ? optional === true : found.version === version;
    })
  );
}

/**
 * Puts the installed Node on the path of npm's scripts. npm 10 deletes its own link: Node's packages for other platforms
 * have a command of the same name, and npm 10 cleans up after each omitted package.
 */
function linkNode() {
  const link = "node_modules/.bin/node";
  const node = installedNode();
  if (node === null || exists(link)) return;
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  rmSync(join(root, link), { force: true });
  symlinkSync(join("../..", node), join(root, link));
}

function install() {
  process.stderr.write("Installing the packages of package-lock.json …\n");
  // NODE_ENV=production must not omit development dependencies. Install scripts of packages don't run: they may download
  // unlocked files, and nothing here needs them. Only errors, because some packages warn about the Node of npm, which is
  // not the Node of our scripts.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const flags = ["--include=dev", "--include=optional", "--ignore-scripts", ...quiet];
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  // npm's output goes to stderr, because stdout belongs to the following command.
  const { status, error } = spawnSync(command, [...first, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status === 0 && !isInstalled()) {
    process.stderr.write(
      "npm left packages out. Remove node_modules and retry. Node is locked for Linux and macOS.\n",
    );
  }
  process.exitCode = status === 0 && isInstalled() ? 0 : 1;
}

/** Whether the packages are installed. If not, prints the command to run. */
export function requireInstalled() {
  if (isInstalled()) return true;
  process.stderr.write("Packages are missing or out of date: run `npm start` or `npm test` first.\n");
  process.exitCode = 1;
  return false;
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) requireInstalled();
  else {
    if (!isInstalled()) install();
    linkNode();
  }
}
