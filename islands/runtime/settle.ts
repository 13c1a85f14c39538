/**
 * Waits for the next task, so that each island mounts in its own, and then for the end of a press:
 * it would be lost if its element were replaced.
 */
export async function settle(el: Element): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve));
  while (el.matches(":active"));
}
