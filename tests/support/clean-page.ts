import Cookies from "js-cookie";
import { afterAll, vi } from "vitest";

// The files that a worker runs share one page, and the stores, which fakeShop empties: each leaves
// the page as it came.
afterAll(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});
