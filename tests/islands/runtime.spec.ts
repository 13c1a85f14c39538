import { expect, type Page } from "@playwright/test";
import { type Shop, test, wholePage } from "./fixture-server.ts";

const add = { label: "Add", start: 0, step: 1 };
const filled = { name: "", note: "", gift: false, size: "s", colour: "green" };
const counter = "[data-island=counter]";
const fields = "[data-island=fields]";
const alive = (page: Page, selector: string) => page.locator(`${selector}[data-island-alive]`);
const scriptsAsked = ({ asked }: Shop) =>
  asked.filter((path) => path.endsWith(".js")).map((path) => path.replace(/.*\/|-\w+\.js$|\.js$/g, ""));

test.afterEach(({ seen }) => {
  expect(seen.violations).toEqual([]);
  expect(seen.errors.filter((message) => !message.startsWith("broken in"))).toEqual([]);
});

test("no byte of the framework is fetched before a trigger fires, and then every file once", async ({ page, shop, seen }) => {
  const html = wholePage(shop.islands, (render) => {
    const below = `<div class="far">${render("counter", { ...add, start: 5 })}</div>`;
    return render("counter", add, { on: "interaction" }) + render("presses-shown", {}, { on: "interaction" }) + below;
  });
  await page.goto(shop.page(html));
  await expect.poll(() => scriptsAsked(shop)).toEqual(["entry"]);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scriptsAsked(shop)).toEqual(["entry"]);

  await page.locator(counter).first().hover();
  await alive(page, counter).first().waitFor();
  expect(scriptsAsked(shop).sort()).toEqual(["core", "counter", "entry", "shared"]);

  await page.locator(counter).last().scrollIntoViewIfNeeded();
  await page.locator("[data-island=presses-shown]").hover();
  await expect(page.locator("[data-island-alive]")).toHaveCount(3);
  expect(scriptsAsked(shop).sort()).toEqual(["core", "counter", "entry", "presses-shown", "shared"]);
  expect(seen.islandErrors).toEqual([]);
});

test("islands on load are preloaded with their imports, and every file is fetched once", async ({ page, shop }) => {
  const html = wholePage(shop.islands, (render) => render("counter", add, { on: "load" }) + render("busy", {}, { on: "load" }));

  await page.goto(shop.page(html));
  await expect(page.locator("[data-island-alive]")).toHaveCount(2);

  expect(scriptsAsked(shop).sort()).toEqual(["busy", "core", "counter", "entry", "shared"]);
});

test("presses before the script is there count, each once", async ({ page, shop }) => {
  const release = shop.hold("/counter-");
  await page.goto(shop.page(wholePage(shop.islands, (render) => render("counter", add))));
  await expect.poll(() => scriptsAsked(shop)).toContain("counter");

  for (let press = 0; press < 3; press++) await page.getByRole("button", { name: "Add" }).click();
  await expect(page.locator("output")).toHaveText("0");
  release();

  await expect(page.locator("output")).toHaveText("3");
});

test("what is typed before and during the start is in the page and in the component, and caret and focus stay", async ({
  page,
  shop,
}) => {
  const release = shop.hold("/fields-");
  await page.goto(shop.page(wholePage(shop.islands, (render) => render("fields", filled))));
  await page.getByLabel("Gift").check();
  await page.getByLabel("m", { exact: true }).check();
  await page.getByLabel("Colour").selectOption("blue");
  await page.getByLabel("Note").fill("soft");
  await page.getByLabel("Name").pressSequentially("Ann Lea");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");

  release();
  await alive(page, fields).waitFor();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("a");

  await expect(page.getByLabel("Name")).toHaveValue("Anna Lea");
  const state = JSON.parse((await page.locator("output").textContent()) ?? "");
  expect(state).toEqual({ name: "Anna Lea", note: "soft", gift: true, size: "m", colour: "blue" });
});

test("values and focus of a fallback go over to the fields that replace it", async ({ page, shop }) => {
  const fallback = `<form method="post" action="/native"><label>Name <input name="name"></label><button name="by" value="save">Save</button></form>`;
  const release = shop.hold("/fields-");
  await page.goto(shop.page(wholePage(shop.islands, (_render, wrap) => wrap("fields", filled, {}, fallback))));
  await page.getByLabel("Name").pressSequentially("Ann");
  await page.keyboard.press("ArrowLeft");

  release();
  await alive(page, fields).waitFor();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("i");

  await expect(page.getByLabel("Name")).toHaveValue("Anin");
  await expect(page.locator("output")).toContainText('"name":"Anin"');
});

test("an early submit is held, and sent once by the component with what was typed", async ({ page, shop }) => {
  const release = shop.hold("/fields-");
  await page.goto(shop.page(wholePage(shop.islands, (render) => render("fields", filled))));
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Send" }).click();

  release();

  await expect(page.getByRole("listitem")).toHaveText(["Ann by send"]);
  await page.waitForTimeout(100); // a second one would come now
  await expect(page.getByRole("listitem")).toHaveText(["Ann by send"]);
  expect(shop.posted).toEqual([]);
});

for (const [title, status, body] of [
  ["is missing", 404, "not found"],
  ["is broken", 200, "export default ="],
] as const) {
  test(`when the file ${title}, an early submit is posted by the browser with its button`, async ({ page, shop, seen }) => {
    const release = shop.hold("/core-");
    shop.instead("/fields-", status, body);
    await page.goto(shop.page(wholePage(shop.islands, (render) => render("fields", filled, { on: "interaction" }))));
    await page.getByLabel("Name").fill("Ann");
    await page.getByRole("button", { name: "Send" }).click();

    release();
    await page.getByText("Posted").waitFor();

    expect(shop.posted).toEqual(["name=Ann&note=&size=s&colour=green&by=send"]);
    expect(seen.islandErrors.length).toBe(1);
    expect(seen.islandErrors[0]).toMatch(/^fields: /);
  });
}

test("when the script takes over four seconds, an early submit is posted by the browser with its button", async ({
  page,
  shop,
}) => {
  const release = shop.hold("/fields-");
  await page.clock.install();
  await page.goto(shop.page(wholePage(shop.islands, (render) => render("fields", filled, { on: "load" }))));
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Save" }).click();
  await page.clock.runFor(3_000);
  expect(shop.posted).toEqual([]);

  await page.clock.runFor(2_000);
  await page.getByText("Posted").waitFor();

  expect(shop.posted).toEqual(["name=Ann&note=&size=s&colour=green&by=save"]);
  release();
});

test("broken islands harm nobody: the server's HTML stays, others work, each tells once", async ({ page, shop, seen }) => {
  const html = wholePage(shop.islands, (render, wrap) => {
    const native = `<form method="post" action="/native"><input name="typed"><button>Post</button></form>`;
    const broken = ["browser", "effect"].map((where) => render("broken", { where }, { id: where }));
    return [...broken, wrap("broken", { where: "render" }, { id: "fallback" }, native), render("counter", add)].join("");
  });
  const before = /<div id="browser"[^>]*>(.*?)<\/div>/.exec(html)?.[1] ?? "";
  await page.goto(shop.page(html));
  await alive(page, counter).waitFor();
  await expect.poll(() => seen.islandErrors.length).toBe(3);

  expect(seen.islandErrors.sort()).toEqual([
    "broken: Error: broken in browser",
    "broken: Error: broken in effect",
    "broken: Error: broken in render",
  ]);
  for (const id of ["browser", "effect"]) expect(await page.locator(`#${id}`).innerHTML()).toBe(before);
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.locator("output")).toHaveText("1");
  await page.locator("#browser").getByRole("button", { name: "Post" }).click();
  await page.getByText("Posted").waitFor();
  expect(shop.posted).toEqual(["by=native"]);
});

test("an error in an event is reported once for each, and the island lives on", async ({ page, shop, seen }) => {
  await page.goto(shop.page(wholePage(shop.islands, (render) => render("broken", { where: "event" }, { on: "load" }))));
  await alive(page, "[data-island=broken]").waitFor();

  await page.getByRole("button", { name: "Press" }).click();
  await page.getByRole("button", { name: "Press" }).click();

  await expect.poll(() => seen.islandErrors).toEqual(["broken: Error: broken in event", "broken: Error: broken in event"]);
  await expect(alive(page, "[data-island=broken]")).toHaveCount(1);
});

test("rendered islands come alive without a jump", async ({ page, shop }) => {
  const html = wholePage(shop.islands, (render) => {
    const three = [render("counter", add), render("fields", filled), render("labelled", {})];
    return `${three.map((one) => `${one}<p>between</p>`).join("")}`;
  });
  await page.goto(shop.page(html));
  await expect(page.locator("[data-island-alive]")).toHaveCount(3);

  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)),
        ).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(0), 100));
      }),
  );

  expect(shift).toBe(0);
});

test("trusted types are enforced, and an island may put in the server's own HTML alone", async ({ page, shop }) => {
  const own = shop.page("<b>from the server</b>");
  const html = wholePage(shop.islands, (render) =>
    [new URL(own).pathname, "/elsewhere"].map((path) => render("fragment", { path }, { on: "load" })).join(""),
  );
  await page.goto(shop.page(html));
  await expect(page.locator("[data-island-alive]")).toHaveCount(2);

  await page.getByRole("button", { name: "Show" }).first().click();

  await expect(page.locator("[data-island=fragment] b")).toHaveText("from the server");
  const refused = await page.evaluate(() => {
    const policies = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
    const attempts = [() => policies.createPolicy("another", {}), () => policies.createPolicy("islands", {})];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "allowed";
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(refused).toEqual(["TypeError", "TypeError"]);
});

test("late HTML comes alive, moves with its state, and leaves nothing behind", async ({ page, shop }) => {
  const late = shop.islands.render("counter", { ...add, start: 4 });
  const ticking = shop.islands.render("ticking", {});
  const own = shop.page(late + ticking);
  const html = wholePage(
    shop.islands,
    (render) => `<main></main><aside></aside>${render("fragment", { path: new URL(own).pathname })}`,
  );
  await page.goto(shop.page(html));
  await page.getByRole("button", { name: "Show" }).click();

  await alive(page, counter).waitFor();
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.locator(`${counter} output`)).toHaveText("5");
  await page.evaluate(() => document.querySelector("aside")?.append(document.querySelector("[data-island=counter]") ?? ""));
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.locator(`aside ${counter} output`)).toHaveText("6");

  await alive(page, "[data-island=ticking]").waitFor();
  const gone = await page.locator("[data-island=ticking]").elementHandle();
  await page.evaluate((el) => el?.remove(), gone);
  const ticks = () => gone?.textContent();
  const after = await ticks();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  expect(await ticks()).toBe(after);
});

test("HTML of another build is drawn anew with what was typed in it", async ({ page, shop }) => {
  const html = wholePage(shop.islands, (render) => render("fields", filled)).replace(/data-ssr="[^"]+"/, 'data-ssr="older"');
  const release = shop.hold("/fields-");
  await page.goto(shop.page(html));
  await page.getByLabel("Name").fill("Ann");

  release();
  await alive(page, fields).waitFor();

  await expect(page.getByLabel("Name")).toHaveValue("Ann");
  await expect(page.locator("output")).toContainText('"name":"Ann"');
});

test("an island that the browser has parsed by half is not hydrated before the rest is there", async ({ page, shop, seen }) => {
  const html = wholePage(shop.islands, (render) => render("counter", { ...add, start: 7 }, { on: "load" }));
  const middle = html.indexOf("<output>");
  const going = page.goto(shop.page(html.slice(0, middle), html.slice(middle)), { waitUntil: "commit" });
  await going;
  await expect.poll(() => scriptsAsked(shop)).toContain("counter");
  await page.waitForFunction(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("counter-")).length > 0,
  );
  await expect(page.locator("[data-island-alive]")).toHaveCount(0);

  shop.next();
  await alive(page, counter).waitFor();

  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.locator("output")).toHaveText("8");
  await expect(page.locator("button")).toHaveCount(1);
  expect(seen.islandErrors).toEqual([]);
});

test("the development build works under the same policy, and reports wrong props and mismatches", async ({
  page,
  devShop: shop,
  seen,
}) => {
  const told: string[] = [];
  page.on("console", (message) => message.type() === "error" && told.push(message.text()));
  const own = shop.page("<b>from the server</b>");
  const html = wholePage(shop.islands, (render) => {
    const different = render("counter", { ...add, start: 3 }, { id: "different" }).replace("<output>3<", "<output>4<");
    const wrong = render("counter", add, { id: "wrong" }).replace('"Add"', "7");
    const withIds = render("labelled", {}) + render("labelled", {});
    return different + wrong + withIds + render("fields", filled) + render("fragment", { path: new URL(own).pathname });
  });
  await page.goto(shop.page(html));
  await alive(page, fields).waitFor();
  await alive(page, "#different").waitFor();
  await expect(alive(page, "[data-island=labelled]")).toHaveCount(2);
  await expect.poll(() => seen.islandErrors.length).toBe(1);

  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator("[data-island=fragment] b")).toHaveText("from the server");
  expect(seen.islandErrors[0]).toMatch(/^counter: Error: Island counter: label: /);
  expect(told.filter((text) => text.includes("from the server"))).toEqual([
    'Island counter: p[0] > output[1] > text[0] is "4" from the server and "3" in the browser',
  ]);
});
