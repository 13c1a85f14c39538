/** Waits until no press is under way, which would be lost if its element were replaced. */
export async function settle(el: Element): Promise<void> {
  while (el.matches(":active")) await new Promise((resolve) => setTimeout(resolve));
}
