// Installs the packages of package-lock.json if some are missing or outdated, else does nothing. It runs before `npm start`
// and `npm test`, also in a new clone, so it is plain JavaScript for Node 20 without packages. `--check` installs nothing: it
// fails with a message if packages are missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");
const exists = (path) => existsSync(join(root, path));

/** The packages in a lock file at `path`: pairs of their place under the project and their entry. */
const packagesOf = (path) =>
  exists(path) ? Object.entries(JSON.parse(readFileSync(join(root, path), "utf8")).packages) : [];

/** The packages that npm installed. npm writes this file last. */
const installedPackages = () => packagesOf("node_modules/.package-lock.json");

/** The path of the installed Node. Each platform has its own package, so all of them are optional. */
function installedNode() {
  const [place, { bin } = {}] = installedPackages().find(([, entry]) => entry.bin?.node) ?? [];
  const path = `${place}/${bin?.node}`;
  return exists(path) ? path : null;
}

/** Whether the packages that npm last installed are those of the lock file. Optional packages may be absent. */
function isInstalled() {
  const installed = new Map(installedPackages());
  // Without the folders of this project, which npm links: a new version of ours needs no installation.
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
 * Puts the installed Node on the path of npm's scripts. npm 10 deletes its own link again: Node's packages for the
 * other platforms have a command of the same name, and npm 10 cleans up after each package that it leaves out.
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
  // NODE_ENV=production must not leave development dependencies out. Install scripts of packages are not run: they
  // may download what the lock file does not name, and nothing here needs them. Errors only, as some packages warn of
  // the Node that npm runs with, which is not the one that our scripts run with.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const flags = ["--include=dev", "--include=optional", "--ignore-scripts", ...quiet];
  const npm = process.env.npm_execpath;
  const [command, words] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  // npm's output goes to stderr, as stdout belongs to the command that follows.
  const { status, error } = spawnSync(command, [...words, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status === 0 && !isInstalled()) {
    process.stderr.write(
      "npm left packages out. Remove node_modules and retry. Node is locked for Linux and macOS.\n",
    );
  }
  process.exitCode = status === 0 && isInstalled() ? 0 : 1;
}

/** Says what to do where packages are missing, and whether they are there. */
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
