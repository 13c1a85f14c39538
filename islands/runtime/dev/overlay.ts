import type { Problem } from "../build/problems.ts";

const titles: Record<Problem["kind"], string> = {
  build: "It cannot be built",
  template: "A template is wrong",
  props: "Props are wrong",
  mismatch: "Server and browser render differently",
  island: "An island failed",
  server: "The server",
};

const create = (tag: string, text: string, name = tag) =>
  Object.assign(document.createElement(tag), { textContent: text, className: name });

function itemOf({ kind, text, file, line, remedy }: Problem): HTMLElement {
  const item = document.createElement("li");
  item.append(create("h3", titles[kind]));
  if (file !== undefined) item.append(create("code", line === undefined ? file : `${file}:${line}`));
  item.append(create("pre", text));
  if (remedy !== undefined) item.append(create("p", remedy));
  return item;
}

/**
 * Shows the problems of each source over the page, in a shadow root. Screen readers announce them
 * as an alert. The button or Escape closes the overlay until there is another problem.
 */
export function openOverlay(stylesheet: string): { show(source: string, problems: readonly Problem[]): void } {
  const bySource = new Map<string, readonly Problem[]>();
  const host = document.createElement("islands-dev-overlay");
  // A popover is above dialogs of the page as well.
  host.popover = "manual";
  const box = document.createElement("section");
  box.setAttribute("role", "alert");
  box.setAttribute("aria-label", "Problems in development");
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesheet });
  host.attachShadow({ mode: "open" }).append(link, box);
  let shownText = "";

  function close(): void {
    if (host.isConnected && host.matches(":popover-open")) host.hidePopover();
    box.replaceChildren();
  }

  function render(): void {
    const problems = [...bySource.values()].flat();
    const text = JSON.stringify(problems);
    // Closed problems stay closed until something changes.
    if (text === shownText) return;
    shownText = text;
    close();
    if (problems.length === 0) {
      host.remove();
      return;
    }
    const button = create("button", "Close") as HTMLButtonElement;
    button.type = "button";
    button.onclick = close;
    const list = document.createElement("ol");
    list.append(...problems.map(itemOf));
    if (!host.isConnected) document.body.append(host);
    host.showPopover();
    box.append(create("h2", problems.length === 1 ? "1 problem" : `${problems.length} problems`), button, list);
  }

  const whenParsed = () => {
    if (document.readyState !== "loading") return render();
    document.addEventListener("DOMContentLoaded", render, { once: true });
  };
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || box.childElementCount === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
    },
    true,
  );
  return {
    show(source, problems) {
      bySource.set(source, problems);
      whenParsed();
    },
  };
}
