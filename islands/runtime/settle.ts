/**
 * Waits until nothing in the element is pressed: replacing a pressed element would lose the press.
 */
export async function settle(el: Element): Promise<void> {
  while (el.matches(":active")) await new Promise((resolve) => setTimeout(resolve));
}
