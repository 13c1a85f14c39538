import { $enlarged } from "../stores/enlarged.ts";
import { place } from "../stores/place.ts";

const findStage = () => document.getElementById("pictures") as HTMLElement;

/** Scrolls the stage to this picture; the page itself does not scroll. */
export function showPicture(at: number): void {
  const stage = findStage();
  stage.scrollLeft = at * stage.clientWidth;
}

/**
 * Makes the thumbnails (links without scripts) scroll the stage, and marks the thumbnail of the
 * picture that the stage shows. A press on a picture opens it large.
 */
export function followStage(): void {
  const stage = findStage();
  stage.onclick = enlarge;
  const thumbs = document.getElementById("thumbs");
  if (!thumbs) return;
  const links = [...thumbs.children];
  const mark = () => {
    const current = Math.round(stage.scrollLeft / stage.clientWidth);
    for (const at in links) links[at]?.setAttribute("aria-current", String(+at === current));
  };
  thumbs.onclick = (event) => {
    const at = links.indexOf((event.target as Element).closest("a") as Element);
    if (at < 0) return;
    event.preventDefault();
    showPicture(at);
  };
  stage.addEventListener("scroll", mark);
  mark();
}

/** A press with a modifier key opens the picture's file in a new tab as usual. */
function enlarge(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("#pictures a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  place("large-pictures", () => location.assign(link.href));
  $enlarged.set([...document.querySelectorAll("#pictures a")].indexOf(link));
}
