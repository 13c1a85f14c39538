import Cookies from "js-cookie";
import { afterAll, vi } from "vitest";

// Test files in one worker share a page and the stores, which fakeShop empties. Each file leaves
// the page as it was.
afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});
