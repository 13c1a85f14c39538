/**
 * Waits for a task, so that two hundred islands in one task do not block the browser, and until no
 * press is under way, which would be lost if its element were replaced.
 */
export async function settle(el: Element): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve));
  while (el.matches(":active"));
}
