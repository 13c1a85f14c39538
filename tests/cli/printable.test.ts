import { expect, test } from "vitest";
import { printable } from "../../server/cli/printable.ts";

test.each([
  ["\u001b[2J\u001b]0;owned\u0007gone", " [2J ]0;owned gone"],
  ["\u009b31mred", " 31mred"],
  ["one\r\ntwo\u2028three\u2029four\u0085five", "one two three four five"],
  ["cap\u202egnp.exe\u2066\u200f", "cap gnp.exe "],
  ["Größe 世界 👩‍🌾 e\u0301", "Größe 世界 👩‍🌾 e\u0301"],
])("%j is one line that the owner's terminal only shows", (text, shown) => expect(printable(text)).toBe(shown));
