import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { iconShapes } from "../../islands/ui/embedded/icon-shapes.ts";

test("icons have the same shapes in pages that others render as in the shop's own", () => {
  const sprite = readFileSync(join(import.meta.dirname, "../../views/ui/icons.hbs"), "utf8");
  const shapes = [...sprite.matchAll(/id="i-(\w+)" viewBox="0 0 24 24"><path d="([^"]+)"/g)].map(([, name, shape]) => [
    name,
    shape,
  ]);

  expect(Object.entries(iconShapes)).toEqual(shapes);
});
