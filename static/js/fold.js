// Folds long parts of a page on a narrow screen, all but those that matter now; they are open where no script runs.
// A part that the address or a link leads to opens, and on paper everything stands open.

const NARROW = "(max-width: 61.99rem)";

export function foldParts(parts) {
  const all = [...parts];
  if (!all.length || !window.matchMedia(NARROW).matches) return;
  all.filter((part) => !("matters" in part.dataset)).forEach((part) => (part.open = false));
  openTarget();
  window.addEventListener("hashchange", openTarget);
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = all.filter((part) => !part.open);
    folded.forEach((part) => (part.open = true));
  });
  window.addEventListener("afterprint", () => folded.forEach((part) => (part.open = false)));
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  const part = target?.closest("section")?.querySelector("details.fold");
  if (!part) return;
  part.open = true;
  target.scrollIntoView();
}
