/**
 * Waits until nothing gets lost when the content of the element is hydrated or replaced: it must be
 * parsed completely, its props may be at the end of the page, and a press is lost whose element is
 * replaced before it ends.
 */
export async function settle(el: Element): Promise<void> {
  while (document.readyState === "loading" || el.matches(":active")) await new Promise((resolve) => setTimeout(resolve));
}
