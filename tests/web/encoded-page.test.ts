import { expect, test } from "vitest";
import { reusableBuffer } from "../../server/web/encoded-page.ts";

test("a page is written as its own bytes, whatever was written before and however long it is", () => {
  const written = reusableBuffer();
  const long = "…".repeat(100_000);
  for (const html of ["<p>a long page</p>", "<p>short</p>", "", "Crème 🌱 \u{1f331}", long, `${long}${long}`, "<p>short</p>"]) {
    expect(written(html).equals(Buffer.from(html))).toBe(true);
  }
});

test("pages are written into one piece of memory", () => {
  const written = reusableBuffer();
  expect(written("<p>one</p>").buffer).toBe(written("<p>another</p>").buffer);
});
