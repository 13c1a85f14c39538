import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Frame, type Page } from "@playwright/test";
import { openFolder } from "./fixture-site.ts";

const root = join(import.meta.dirname, "../..");
const fixtures = join(import.meta.dirname, "fixtures");

/** The last state's props are refused. */
const states = `export const states = {
  fresh: { label: "Add" },
  "counted & shown": { label: "Add", start: 2 },
  wrong: { label: 3 },
};
export const beside = "<main><!--island--></main><footer>beside</footer>";
export const presses = { "counted & shown": "button" };`;

type Gallery = { url: string; said: string[] };

const test = base.extend<{ gallery: Gallery }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  gallery: async ({}, use) => {
    const folder = openFolder();
    const site = ["--out", join(folder.path, "out"), "--static", join(fixtures, "static"), "--css", "css/site.css"];
    writeFileSync(join(folder.path, "counter.states.ts"), states);
    const args = [join(fixtures, "islands"), ...site, "--tests", folder.path, "--port", "0"];
    const child = spawn(process.execPath, [join(root, "islands/runtime/cli/main.ts"), "gallery", ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((resolve) => void child.once("exit", resolve));
    const said: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => said.push(text));
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        const [found] = /http:\S+/.exec(text) ?? [];
        if (found) resolve(found);
      });
      child.once("exit", () => reject(new Error(said.join(""))));
    });
    await use({ url, said });
    child.kill();
    expect(await ended).toBe(0);
    folder.remove();
  },
});

const frameOf = async (page: Page, title: string): Promise<Frame> => {
  const element = await page.getByTitle(title, { exact: true }).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error(`no frame ${title}`);
  return frame;
};

// Without this setting the runner would choose one colour scheme for all frames.
test.use({ colorScheme: null });

test("the gallery shows every state of an island alive, by a press where it takes one, in both colour schemes", async ({
  page,
  gallery,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(gallery.url);

  await expect(page.locator("iframe")).toHaveCount(6);
  for (const scheme of ["light", "dark"]) {
    const frame = await frameOf(page, `counter, counted & shown, ${scheme}`);
    await expect(frame.locator("main output")).toHaveText("3");
    await frame.getByRole("button", { name: "Add" }).click();
    await expect(frame.locator("output")).toHaveText("4");
    await expect(frame.locator("footer")).toHaveText("beside");
    expect(await frame.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(scheme === "dark");
  }
  const refused = await frameOf(page, "counter, wrong, light");
  await expect(refused.getByRole("alert")).toContainText("Island counter: label is 3");
  expect(errors).toEqual([]);
  expect(gallery.said.join("")).toContain("busy has no states: write busy.states.ts beside its test");
});
