// Continues a long change: submits the form of its progress page.
const form = document.querySelector("main form");
if (form instanceof HTMLFormElement) form.requestSubmit();
