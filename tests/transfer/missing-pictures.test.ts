import { expect, test } from "vitest";
import { missingPictures } from "../../server/transfer/reports/missing-pictures.ts";

/** The messages while pictures fail, and at the end. */
function reported(...failures: [slug: string, url: string, reason: string][]): { atOnce: string[]; atEnd: string[] } {
  const lines: string[] = [];
  const missing = missingPictures((line) => void lines.push(line));
  for (const [slug, url, reason] of failures) missing.note({ slug, url, reason });
  const atOnce = lines.splice(0);
  missing.end();
  return { atOnce, atEnd: lines };
}

const refused = "its server refused the connection";
const many = (count: number): [string, string, string][] =>
  Array.from({ length: count }, (_, n) => [`jar-${n}`, `https://cdn.test/${n}.jpg`, refused]);

test("a picture that fails is told at once, and others of its server only at the end, with their number", () => {
  const { atOnce, atEnd } = reported(
    ...many(3),
    ["mug", "https://cdn.test/mug.jpg", "it is larger than 10 MB"],
    ["cap", "https://b.test/cap.jpg", refused],
  );

  expect(atOnce).toEqual([
    `jar-0: https://cdn.test/0.jpg: ${refused}`,
    "mug: https://cdn.test/mug.jpg: it is larger than 10 MB",
    `cap: https://b.test/cap.jpg: ${refused}`,
  ]);
  expect(atEnd).toEqual([
    `cdn.test: 2 more for the same reason: ${refused}`,
    "  jar-1: https://cdn.test/1.jpg",
    "  jar-2: https://cdn.test/2.jpg",
  ]);
});

test("of a server that fails without end some are named, and the others counted", () => {
  const { atOnce, atEnd } = reported(...many(3000));
  expect([atOnce.length, atEnd.length, atEnd[0], atEnd.at(-1)]).toEqual([
    1,
    22,
    `cdn.test: 2,999 more for the same reason: ${refused}`,
    "  and 2,979 pictures more",
  ]);
});

test("names that a folder has not are told together, too", () => {
  const { atEnd } = reported(["a", "a.jpg", "it is not in ./photos"], ["b", "b.jpg", "it is not in ./photos"]);
  expect(atEnd).toEqual(["1 more for the same reason: it is not in ./photos", "  b: b.jpg"]);
});

test("servers without number are told one by one", () => {
  const { atOnce, atEnd } = reported(
    ...Array.from({ length: 800 }, (_, n): [string, string, string] => ["jar", `https://s${n}.test/`, refused]),
  );
  expect([atOnce.length, atEnd]).toEqual([800, []]);
});
