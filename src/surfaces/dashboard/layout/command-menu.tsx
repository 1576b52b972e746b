/** The command menu with the list of keys, which a script opens. It searches with `find`. */
export const CommandMenu = ({ find }: { find: string }) => (
  <dialog id="command-menu" aria-label="Search and commands" data-find={find}>
    <input
      id="command-search"
      type="text"
      autocomplete="off"
      spellcheck={false}
      aria-label="Find anything"
      placeholder="Links, projects, tags, codes, commands"
    />
    <p class="hidden" id="command-count" role="status" />
    <ul id="command-list" />
    <p class="hint keys">
      {KEYS.map(([key, does]) => (
        <span>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  </dialog>
);

/** The keys of all screens, of screens with a list or a link, and of the form of a link. */
const KEYS = [
  ["/", "search"],
  ["c", "create"],
  ["j", "down"],
  ["k", "up"],
  ["Enter", "open"],
  ["x", "select"],
  ["e", "edit"],
  ["Ctrl Enter", "save the link"],
  ["?", "help"],
] as const;
