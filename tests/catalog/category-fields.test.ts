import { expect, test } from "vitest";
import { type CategoryFields, categoryFaults } from "../../server/catalog/rules/category-fields.ts";

const tea: CategoryFields = {
  ...{ name: "Tea", slug: "tea", backdrop: "black", intro: "Leaves.", position: 0 },
  ...{ picture: null, pictureAlt: "" },
};
const faultsOf = (changes: Partial<CategoryFields>) =>
  categoryFaults({ ...tea, ...changes }, [{ name: "Seeds", slug: "seeds" }]).map(({ field, message }) => `${field}: ${message}`);

test("a category is saved with a name and an address of its own, and short plain texts", () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ name: "N".repeat(60), intro: "i".repeat(300), position: 999, slug: "s".repeat(64) })).toEqual([]);
  const wrong: [Partial<CategoryFields>, string][] = [
    [{ name: "" }, "name: Enter a name."],
    [{ name: "N".repeat(61) }, "name: Up to 60 characters fit."],
    [{ name: "a\u0000b" }, "name: It has characters that can’t be seen. Type it again."],
    [{ name: "SEEDS" }, "name: Another category has this name."],
    [{ slug: "seeds" }, "slug: Another category has this address."],
    [{ slug: "Tea leaves" }, "slug: Use lower-case letters, digits, and hyphens between them, up to 64 characters."],
    [{ intro: "i".repeat(301) }, "intro: Up to 300 characters fit."],
    [{ intro: "a\u202eb" }, "intro: It has characters that can’t be seen. Type it again."],
    [{ position: -1 }, "position: Enter a whole number from 0 to 999."],
    [{ position: 1000 }, "position: Enter a whole number from 0 to 999."],
  ];
  for (const [changes, fault] of wrong) expect(faultsOf(changes)).toEqual([fault]);
});
