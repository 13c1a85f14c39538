import type { Problem } from "../build/problems.ts";
import { unknownTrigger } from "../render/trigger-names.ts";

type ProblemReport = { name: string; error?: unknown; path?: string; server?: string | null; browser?: string | null };

const show = (value: string | null | undefined) => (value === null || value === undefined ? "absent" : JSON.stringify(value));

/** Calls `report` with all problems of the page's islands whenever a new problem occurs. */
export function watchIslands(report: (problems: readonly Problem[]) => void): void {
  const problems: Problem[] = [];
  function add(problem: Problem): void {
    if (problems.some(({ text }) => text === problem.text)) return;
    problems.push(problem);
    report(problems);
  }

  addEventListener("island:mismatch", (event) => {
    const { name, path, server, browser } = (event as CustomEvent<ProblemReport>).detail;
    add({
      kind: "mismatch",
      text: `Island ${name}: ${path} is ${show(server)} from the server and ${show(browser)} in the browser`,
    });
  });
  addEventListener("island:error", (event) => {
    const { name, error } = (event as CustomEvent<ProblemReport>).detail;
    add({ kind: "island", text: textOf(name, error) });
  });

  const checkTriggers = () => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>("[data-island-on]")) {
      const refused = unknownTrigger(dataset.islandOn);
      if (refused) add({ kind: "island", text: `Island ${dataset.island}: ${refused}` });
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    checkTriggers();
    const options = { childList: true, subtree: true, attributes: true, attributeFilter: ["data-island-on"] };
    new MutationObserver(checkTriggers).observe(document, options);
  });
}

function textOf(name: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The loader throws only the name if a file lacks the island.
  if (message === name) return `No island is called ${name}, or its file did not come`;
  return message.startsWith(`Island ${name}: `) ? message : `Island ${name}: ${message}`;
}
