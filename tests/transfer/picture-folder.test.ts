import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPictureFolder } from "../../server/transfer/pictures/picture-folder.ts";

let around = "";
let directory = "";
beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), "shop-pictures-"));
  directory = join(around, "photos");
  await mkdir(directory);
});
afterEach(() => rm(around, { recursive: true, force: true }));

async function put(name: string, text = name, below = directory): Promise<void> {
  await mkdir(join(below, name, ".."), { recursive: true });
  await writeFile(join(below, name), text);
}

/** The content of the folder's file with this name, the reason for a failure, or undefined. */
async function find(name: string, folder = directory): Promise<string | undefined> {
  const opened = await openPictureFolder(folder);
  if (!opened.ok) return opened.error;
  const found = await opened.value.find(name);
  return found?.ok ? found.value.toString() : found?.error;
}

describe("a picture in the owner's folder is found", () => {
  test("by its name and by its path as the file has them, in this spelling alone", async () => {
    await put("a.jpg");
    await put("summer 2024/b c.jpg");
    await put("50%.jpg");
    await put("a%20b.jpg");
    expect(await find("a.jpg")).toBe("a.jpg");
    expect(await find("./a.jpg")).toBe("a.jpg");
    expect(await find("summer 2024/b c.jpg")).toBe("summer 2024/b c.jpg");
    expect(await find("50%.jpg")).toBe("50%.jpg");
    expect(await find("a%20b.jpg")).toBe("a%20b.jpg");
    expect([await find("A.jpg"), await find("b c.jpg"), await find("c.jpg"), await find("summer 2024")]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test("by the end of an address's path, decoded, the longest that there is", async () => {
    await put("a b.jpg");
    await put("x.jpg", "somebody's");
    await put("2024/05/x.jpg", "of May");
    await put("uploads/2024/06/x.jpg", "of June");
    expect(await find("https://cdn.test/files/a%20b.jpg?v=17#top")).toBe("a b.jpg");
    expect(await find("http://shop.test/wp-content/uploads/2024/05/x.jpg")).toBe("of May");
    expect(await find("http://shop.test/wp-content/uploads/2024/06/x.jpg")).toBe("of June");
    expect(await find("http://shop.test/wp-content/uploads/2024/07/x.jpg")).toBe("somebody's");
    expect(await find("//cdn.test/x.jpg")).toBe("somebody's");
    expect(await find("https://cdn.test/y.jpg")).toBeUndefined();
    expect(await find("https://cdn.test/")).toBeUndefined();
    expect(await find("https://cdn.test/2024")).toBeUndefined();
  });

  test("whichever way a machine writes its umlauts", async () => {
    await put("gr\u00fcn.jpg");
    await put("bla\u0075\u0308.jpg");
    expect(await find("gru\u0308n.jpg")).toBe("gr\u00fcn.jpg");
    expect(await find("https://cdn.test/bla%C3%BC.jpg")).toBe("bla\u0075\u0308.jpg");
  });

  test("through a link that stays inside, also when the folder itself is one", async () => {
    await put("real/a.jpg");
    await symlink("real/a.jpg", join(directory, "link.jpg"));
    await symlink(directory, join(around, "other"));
    expect(await find("link.jpg", join(around, "other"))).toBe("real/a.jpg");
  });
});

describe("nothing outside the folder is read", () => {
  const outside = "its name points outside the folder";

  test.each([
    "../secret",
    "a/../../secret",
    "..",
    ".",
    "",
    "/etc/passwd",
    "a//b.jpg",
    "..\\secret",
    "C:\\secret",
    "a.jpg\0.png",
    "a\nb.jpg",
    "a/./b.jpg",
  ])("by the name %j", async (name) => {
    await put("secret", "a secret", around);
    await put("a/b.jpg");
    expect(await find(name)).toBe(outside);
  });

  test.each([
    "https://cdn.test/..%2fsecret",
    "https://cdn.test/%2e%2e/secret",
    "https://cdn.test/a/%2e%2e%2fsecret",
    "https://cdn.test/..%5csecret",
    "https://cdn.test/%2fetc%2fpasswd",
    "https://cdn.test/secret%00.jpg",
    "https://cdn.test/%ff.jpg",
  ])("by the address %s", async (address) => {
    await put("secret", "a secret", around);
    await put("a/b.jpg");
    expect(await find(address)).toBeUndefined();
  });

  test("by a link, of a file or of a folder", async () => {
    await put("secret", "a secret", around);
    await put("photos-of-others/a.jpg", "others'", around);
    await symlink(join(around, "secret"), join(directory, "a.jpg"));
    await symlink(around, join(directory, "up"));
    await symlink(join(around, "photos-of-others"), join(directory, "others"));
    for (const name of ["a.jpg", "up/secret", "others/a.jpg", "https://cdn.test/a.jpg"])
      expect(await find(name)).toBe("it is a link that points outside the folder");
    await symlink(join(directory, "round.jpg"), join(directory, "round.jpg"));
    expect(await find("round.jpg")).toBe("its file cannot be read (ELOOP)");
    await symlink("gone.jpg", join(directory, "broken.jpg"));
    expect(await find("broken.jpg")).toBeUndefined();
  });

  test("a pipe is not waited for", async () => {
    execFileSync("mkfifo", [join(directory, "a.jpg")]);
    expect(await find("a.jpg")).toBe("it is not a file");
  });

  test("nor more than 10 MB", async () => {
    await put("a.jpg", "");
    await truncate(join(directory, "a.jpg"), 10_000_001);
    expect(await find("a.jpg")).toBe("it is larger than 10 MB");
    await truncate(join(directory, "a.jpg"), 10_000_000);
    expect(await find("a.jpg")).toHaveLength(10_000_000);
  });
});

test("a folder that is missing or is none is refused at once", async () => {
  await put("a.jpg");
  expect(await find("a.jpg", join(around, "nowhere"))).toBe(`there is no folder ${join(around, "nowhere")}`);
  expect(await find("a.jpg", join(directory, "a.jpg"))).toBe(`${join(directory, "a.jpg")} is not a folder`);
});
