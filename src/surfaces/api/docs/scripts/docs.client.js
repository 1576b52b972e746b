// The page works without this script. It inserts a key and a link id into the samples, copies and sends samples, and
// filters the contents while the reader types. The key stays in memory and is sent only with the reader's own requests.

/**
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body: string | null,
 *   preview?: { path: string, body: string } }} TriedRequest
 */

/**
 * Creates an element.
 * @template {"button" | "div" | "form" | "input" | "label" | "p" | "pre" | "textarea"} T
 * @param {T} tag
 * @param {Partial<HTMLElementTagNameMap[T]>} properties
 * @param {(Node | string)[]} children
 */
const element = (tag, properties, ...children) => {
  const created = document.createElement(tag);
  Object.assign(created, properties);
  created.append(...children);
  return created;
};

let key = "";
/**
 * The ids in the samples' environment variables, by the beginnings of the ids.
 * @type {Record<string, { name: string, id: string }>}
 */
const variables = {
  lnk: { name: "LINK_ID", id: "" },
  whk: { name: "WEBHOOK_ID", id: "" },
  exp: { name: "EXPORT_ID", id: "" },
  evt: { name: "EVENT_ID", id: "" },
};
const link = variables.lnk ?? { name: "", id: "" };

/** Inserts the key and the ids into every sample, or restores the placeholders. */
function fillSamples() {
  for (const span of document.querySelectorAll(".t-key")) {
    if (!(span instanceof HTMLElement)) continue;
    span.dataset.placeholder ??= span.textContent ?? "";
    const isShell = span.closest(".code")?.classList.contains("sh");
    span.textContent = key === "" ? span.dataset.placeholder : isShell ? key : JSON.stringify(key);
  }
  for (const span of document.querySelectorAll(".t-variable")) {
    if (!(span instanceof HTMLElement)) continue;
    span.dataset.placeholder ??= span.textContent ?? "";
    const name = span.dataset.placeholder.replace(/[${}]/g, "");
    const id = Object.values(variables).find((each) => each.name === name)?.id;
    if (id !== undefined) span.textContent = id === "" ? span.dataset.placeholder : id;
  }
}

const keyField = element("input", {
  id: "key",
  type: "password",
  autocomplete: "off",
  spellcheck: false,
  placeholder: "slk_…",
});
const linkField = element("input", {
  id: "link-id",
  autocomplete: "off",
  spellcheck: false,
  placeholder: "lnk_…",
});
keyField.addEventListener("input", () => {
  key = keyField.value.trim();
  fillSamples();
});
linkField.addEventListener("input", () => {
  link.id = linkField.value.trim();
  fillSamples();
});
document
  .querySelector(".introduction")
  ?.append(
    element(
      "div",
      { className: "carried" },
      element("label", {}, "Your API key", keyField),
      element("label", {}, "Link id", linkField),
      element(
        "p",
        { className: "quiet" },
        "The samples use these values and can be sent from this page. The values are not stored.",
      ),
    ),
  );

/** @param {HTMLElement} code */
function addCopying(code) {
  const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.querySelector("code")?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  code.before(element("div", { className: "copied" }, button));
  code.previousElementSibling?.append(code);
}

/** @param {string} text */
const filledIn = (text) =>
  Object.values(variables).reduce(
    (filled, { name, id }) => filled.replaceAll(`$${name}`, id === "" ? `$${name}` : encodeURIComponent(id)),
    text,
  );

/**
 * Sends a request and shows its response.
 * @param {{ method: string, path: string, headers: Record<string, string>, body: string | null }} request
 * @param {HTMLElement} output
 */
async function send({ method, path, headers, body }, output) {
  const [variable] = /\$[A-Z]+_ID/.exec(path + body) ?? [];
  if (key === "" || variable !== undefined) {
    const isAbove = key === "" || variable === "$LINK_ID";
    output.textContent = isAbove
      ? `Enter ${key === "" ? "your API key" : "a link id"} at the top of the page first.`
      : `Replace ${variable} first: a sample above returns it.`;
    return;
  }
  output.textContent = "…";
  try {
    const response = await fetch(path, {
      method,
      credentials: "omit",
      headers: {
        ...headers,
        "X-Service-API-Key": key,
        ...(body !== null && { "Content-Type": "application/json" }),
      },
      ...(body !== null && { body }),
    });
    const text = await response.text();
    output.textContent = `${response.status}\n${readable(text)}`;
    for (const [id, kind = ""] of response.ok ? text.matchAll(/(lnk|whk|exp|evt)_[0-9a-z]{26,}/g) : []) {
      const known = variables[kind];
      if (known?.id === "" && (known !== link || method === "POST")) known.id = id;
    }
    linkField.value = link.id;
    fillSamples();
  } catch (error) {
    output.textContent = `No response: ${error instanceof Error ? error.message : error}`;
  }
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {HTMLElement} sample */
function addSending(sample) {
  /** @type {TriedRequest} */
  const request = JSON.parse(sample.dataset.request ?? "{}");
  const open = element("button", { type: "button", className: "try", textContent: "Try it" });
  open.addEventListener("click", () => {
    open.replaceWith(sendingForm(request));
  });
  sample.append(open);
}

/** @param {TriedRequest} request */
function sendingForm({ method, path, headers, body, preview }) {
  const address = element("input", { value: path, spellcheck: false });
  const text = element("textarea", {
    value: body ?? "",
    spellcheck: false,
    rows: Math.min(14, (body ?? "").split("\n").length),
  });
  const output = element("pre", { className: "code answer", tabIndex: 0 });
  output.setAttribute("aria-live", "polite");
  const isWrite = method !== "GET";
  const submit = element("button", { type: "submit", textContent: isWrite ? `Send ${method}` : "Send" });
  // Each click is a separate write and needs a new Idempotency-Key.
  const { "Idempotency-Key": sample, "If-Match": _, ...others } = headers;
  const ownHeaders = () => ({ ...others, ...(sample && { "Idempotency-Key": crypto.randomUUID() }) });
  const current = () => ({
    method,
    path: filledIn(address.value),
    headers: ownHeaders(),
    body: body === null ? null : filledIn(text.value),
  });
  /** @type {HTMLElement[]} */
  const buttons = [submit];
  if (preview) {
    submit.disabled = true;
    const first = element("button", { type: "button", textContent: "Preview" });
    first.addEventListener("click", async () => {
      await send({ ...current(), path: preview.path, headers: {} }, output);
      submit.disabled = false;
    });
    buttons.unshift(first);
  }
  const form = element(
    "form",
    { className: "sending" },
    element("label", {}, method, address),
    ...(body === null ? [] : [element("label", {}, "Body", text)]),
    element("div", { className: "buttons" }, ...buttons),
    output,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(current(), output);
  });
  return form;
}

for (const sample of document.querySelectorAll("figure[data-request]")) {
  if (sample instanceof HTMLElement) addSending(sample);
}
for (const code of document.querySelectorAll("pre.code")) {
  if (code instanceof HTMLElement) addCopying(code);
}

const search = document.querySelector("#q");
const nothing = element("p", { className: "nothing", hidden: true });
nothing.setAttribute("role", "status");
document.querySelector("nav .contents")?.prepend(nothing);
search?.addEventListener("input", () => {
  const typed = search instanceof HTMLInputElement ? search.value.trim() : "";
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let found = 0;
  for (const entry of document.querySelectorAll("nav li")) {
    const target = document.querySelector(entry.querySelector("a")?.hash ?? "#content");
    const text = target?.querySelector(".texts")?.textContent?.toLowerCase() ?? "";
    const all = `${entry.textContent?.toLowerCase()} ${text}`;
    const matches = words.every((word) => all.includes(word));
    if (matches) found++;
    if (entry instanceof HTMLElement) entry.hidden = !matches;
  }
  nothing.hidden = found > 0;
  nothing.textContent = found > 0 ? "" : `No results for “${typed}”.`;
});

/** Highlights the current section in the contents. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = document.querySelector(`nav a[href="#${target.id}"]`);
      if (isIntersecting) link?.setAttribute("aria-current", "true");
      else link?.removeAttribute("aria-current");
    }
  },
  { rootMargin: "-20% 0px -70% 0px" },
);
for (const article of document.querySelectorAll("article[id]")) observer.observe(article);

// Printing shows collapsed content.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
