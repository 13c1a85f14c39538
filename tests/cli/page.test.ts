import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pageCommand } from "../../server/cli/page.ts";
import { engines, openOwner } from "./open-owner.ts";

for (const engine of engines) {
  test(`an owner writes, lists, prints, changes and removes a page (${engine})`, async () => {
    const owner = await openOwner(engine, { PUBLIC_URL: "https://leaf.example" });
    const [file, copy] = [owner.path("returns.md"), owner.path("copy.md")];
    await writeFile(file, "# Returns and refunds\n\nWithin **30** days.\n");
    expect(await owner.run(pageCommand)).toEqual({
      status: 0,
      out: ["There are no pages yet. See npm run store -- page --help"],
      err: [],
    });

    const written = await owner.run(pageCommand, "returns", file);
    expect(written).toEqual({
      status: 0,
      out: ["“Returns and refunds” is at https://leaf.example/storefront/pages/returns/"],
      err: [],
    });
    expect((await owner.run(pageCommand)).out[0]).toMatch(
      /^SLUG {5}TITLE {16}CHANGED\nreturns {2}Returns and refunds {2}\d{4}-\d\d-\d\d$/,
    );

    const { out: printed } = await owner.run(pageCommand, "returns");
    expect(printed).toEqual(["---\ntitle: Returns and refunds\ndescription: Within 30 days.\n---\n\nWithin **30** days."]);
    await writeFile(copy, `${printed[0]}\n\nOr 14.\n`);
    expect((await owner.run(pageCommand, "returns", copy)).status).toBe(0);
    const rows = await owner.db.selectFrom("content_page").select(["slug", "description", "markdown", "demo"]).execute();
    expect(rows).toEqual([
      { slug: "returns", description: "Within 30 days.", markdown: "Within **30** days.\n\nOr 14.", demo: 0 },
    ]);

    expect(await owner.run(pageCommand, "returns", "--remove")).toMatchObject({ status: 0, err: [] });
    expect(await owner.run(pageCommand, "returns", "--remove")).toMatchObject({ status: 1, err: ["There is no page returns."] });
    expect(await owner.run(pageCommand, "returns")).toMatchObject({ status: 1, out: [], err: ["There is no page returns."] });
  });
}

test("a file that is no page is refused with the reason, and nothing is written", async () => {
  const owner = await openOwner("sqlite");
  const path = owner.path("page.md");
  for (const [text, reason] of [
    ["Only words.", "no title"],
    ["", "is empty"],
    [Buffer.from([0x23, 0x20, 0xff]), "not UTF-8 text"],
    ["x".repeat(900_000), "too large"],
    [`# Terms\n\n${">".repeat(5000)}`, "too deep"],
  ] as const) {
    await writeFile(path, text);
    const { status, err } = await owner.run(pageCommand, "terms", path);
    expect([status, err[0]]).toEqual([1, expect.stringContaining(reason)]);
  }
  expect(await owner.run(pageCommand, "terms", owner.path("none.md"))).toMatchObject({
    status: 1,
    err: [expect.stringContaining("there is no file")],
  });
  expect(await owner.run(pageCommand, "terms", owner.directory)).toMatchObject({
    status: 1,
    err: [expect.stringContaining("is a folder")],
  });
  expect(await owner.db.selectFrom("content_page").selectAll().execute()).toEqual([]);
});

test("a wrong use of the command is told with status 2", async () => {
  const owner = await openOwner("sqlite");
  for (const words of [["Terms", "a.md"], ["--remove"], ["terms", "a.md", "--remove"], ["a", "b", "c"], ["terms", "--force"]]) {
    const { status, err } = await owner.run(pageCommand, ...words);
    expect([words, status, err.join("").includes("page --help")]).toEqual([words, 2, true]);
  }
});
