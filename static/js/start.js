// Wakes the components of govuk-frontend that are on the page, then our own behaviours. Every page works without this file.
import { Button, Checkboxes, ErrorSummary, NotificationBanner, PasswordInput, Radios, SkipLink, createAll } from "../vendor/govuk-frontend.min.js";
import { startAutosave } from "./autosave.js";
import { foldParts } from "./fold.js";
import { guardForms } from "./once.js";

document.body.classList.add("js-enabled", "govuk-frontend-supported");
if (window.location.hash) {
  // the address names a question: go there, and leave the summary of what is wrong where it is
  for (const summary of document.querySelectorAll('[data-module="govuk-error-summary"]')) {
    summary.dataset.disableAutoFocus = "true";
  }
}
for (const component of [Button, Checkboxes, ErrorSummary, NotificationBanner, PasswordInput, Radios, SkipLink]) {
  createAll(component);
}
document.querySelectorAll("form[data-autosave]").forEach(startAutosave);
guardForms(document);
foldParts(document.querySelectorAll("details.fold"));
if (document.querySelector("[hx-get], [hx-post]")) import("../vendor/htmx.min.js"); // only where a page asks for it
