/**
 * Waits until hydrating or replacing the element's content loses nothing. The element must be
 * parsed completely, and its props may be at the end of the page. A press would be lost if its
 * element were replaced before it ends.
 */
export async function settle(el: Element): Promise<void> {
  while (document.readyState === "loading" || el.matches(":active")) await new Promise((resolve) => setTimeout(resolve));
}
