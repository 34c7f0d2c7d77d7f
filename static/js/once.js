// Keeps a second click from sending the same form twice. The server would make one of it anyway; this saves the wait.

const PATIENCE = 8000; // after this a person may try again: the first try may have been lost on the way

export function guardForms(root) {
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, PATIENCE);
  });
  // A page that comes back from the browser's memory may be sent again.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) root.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
  });
}
