import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { listBanners, openBannerPages } from "../../server/content/banner-records.ts";
import { findPage } from "../../server/content/content-pages.ts";
import { readSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { renderEmail } from "../../server/jobs/compose-email.ts";
import {
  staffBannerPath,
  staffBannerPicturePath,
  staffBannerRemovalPath,
  staffLogoPath,
  staffLogoRemovalPath,
  staffNavigationPath,
  staffPagePreviewPath,
  staffPagesPath,
  staffRedirectLinesPath,
  staffRedirectRemovalPath,
  staffRedirectsPath,
  staffSettingsPath,
  staffTextAddressPath,
  staffTextPath,
  staffTextRemovalPath,
} from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";
import { send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const seenIn = (html: string): string => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "none";
const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
/** Sends a form with what its page showed. */
const save = async (browser: TestBrowser, page: string, fields: Record<string, string>) =>
  await send(browser, page, page, { seen: seenIn((await browser.get(page)).text), ...fields });

const banner = {
  page: "home",
  position: "0",
  active: "1",
  title: "Winter <b>sale</b>",
  subtitle: "",
  ctaText: "See it",
  ctaLink: "/storefront/seeds/",
  background: "",
  backgroundAlt: "",
  image: "",
  imageAlt: "",
  startsAt: "",
  endsAt: "",
};

const email = {
  to: "ann@example.com",
  messageId: "test",
  contact: "",
  words: { subject: "Hello", heading: "Hello", paragraphs: ["Hello."], button: "", small: "" },
};

/** Uploads a picture by a form of a page. */
async function upload(browser: TestBrowser, page: string, action: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _csrf: tokenIn(await browser.get(page)), ...fields })) form.append(name, value);
  form.append("picture", new Blob([new Uint8Array(bytes)]), "leaf.png");
  return await browser.request("POST", action, { body: form, headers: { accept: "text/html" } });
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#195c2e" } })
    .png()
    .toBuffer();
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

describe.each(proofEngines)("on %s", (engine) => {
  test("an editor adds, previews, schedules, and removes a banner, and puts it back", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    const added = await save(editor, staffBannerPath("new"), { ...banner, active: "", seen: "" });
    expect(added.status).toBe(303);
    const [{ id = "" } = {}] = await listBanners(test.shop.db, 5);
    const page = staffBannerPath(id);
    expect((await test.browser().get("/storefront/")).text).not.toContain("Winter");
    const preview = await editor.get(`${staffPagePreviewPath("home")}?banner=${id}`);
    expect([preview.status, preview.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(preview.text).toContain("<h1>Winter &lt;b&gt;sale&lt;/b&gt;</h1>");
    expect((await editor.get(staffPagePreviewPath("home"))).text).not.toContain("Winter");

    expect((await save(editor, page, { ...banner, startsAt: "2026-01-10T12:30", endsAt: "2099-07-04T00:00" })).status).toBe(303);
    const [saved] = await listBanners(test.shop.db, 5);
    expect([saved?.startsAt, saved?.endsAt]).toEqual([Date.UTC(2026, 0, 10, 17, 30), Date.UTC(2099, 6, 4, 4)]);
    expect((await editor.get(page)).text).toContain('value="2026-01-10T12:30"');
    expect((await editor.get(page)).text).not.toContain("leads to no page");
    const lost = "/storefront/pages/gone/";
    await save(editor, page, { ...banner, startsAt: "2026-01-10T12:30", endsAt: "2099-07-04T00:00", ctaLink: lost });
    expect((await editor.get(page)).text).toContain(`${lost} leads to no page.`);
    await save(editor, page, { ...banner, startsAt: "2026-01-10T12:30", endsAt: "2099-07-04T00:00" });

    for (const [wrong, words] of [
      [{ ctaLink: "javascript:alert(1)" }, "must be a path of the shop"],
      [{ ctaLink: "//evil.example/" }, "must be a path of the shop"],
      [{ title: "" }, "Title is missing"],
      [{ title: "a\u202eb" }, "can’t be seen"],
      [{ title: "a\u0000b" }, "can’t be seen"],
      [{ title: "x".repeat(500) }, "can have up to 120 characters"],
      [{ background: "/media/../x" }, "must be a picture"],
      [{ background: "/media/a.webp" }, "say what the picture shows"],
      [{ startsAt: "2026-02-01T00:00", endsAt: "2026-01-01T00:00" }, "must be after"],
      [{ startsAt: "soon" }, "no day and time"],
      [{ page: "nowhere" }, "must be one of the list"],
    ] as const) {
      const refused = await save(editor, page, { ...banner, ...wrong });
      expect([wrong, refused.status, refused.text.includes(words)]).toEqual([wrong, 422, true]);
    }

    expect((await send(editor, page, staffBannerRemovalPath(id), { seen: seenIn((await editor.get(page)).text) })).status).toBe(
      303,
    );
    expect(await listBanners(test.shop.db, 5)).toEqual([]);
  });

  test("an editor uploads a banner's picture with its description, and undoes it; what is no picture is refused", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    await save(editor, staffBannerPath("new"), { ...banner, seen: "" });
    const [{ id = "" } = {}] = await listBanners(test.shop.db, 5);
    const [page, action] = [staffBannerPath(id), staffBannerPicturePath(id)];
    const wide = await picture(800, 350);
    expect((await upload(editor, page, action, drawing, { place: "background", alt: "A leaf" })).status).toBe(415);
    expect((await upload(editor, page, action, wide, { place: "background", alt: "" })).status).toBe(422);
    expect((await listBanners(test.shop.db, 5))[0]?.background).toBe("");
    expect((await upload(editor, page, action, wide, { place: "background", alt: "A leaf" })).status).toBe(303);
    const [saved] = await listBanners(test.shop.db, 5);
    expect(saved).toMatchObject({
      background: expect.stringMatching(/^\/media\/[0-9a-f]{32}-800\.webp$/),
      backgroundAlt: "A leaf",
      image: "",
    });
    expect((await test.browser().get("/storefront/")).text).toContain(`<img src="${saved?.background}" alt="A leaf"`);
    expect((await test.browser().get(saved?.background ?? "")).status).toBe(200);
    expect((await send(editor, page, undoIn((await editor.get(page)).text))).status).toBe(303);
    expect((await listBanners(test.shop.db, 5))[0]?.background).toBe("");
    expect((await test.browser().get(saved?.background ?? "")).status).toBe(200);
  });

  test("a banner's picture is kept as wide as a large window, and a small one is marked to stay at its own size", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    await save(editor, staffBannerPath("new"), { ...banner, seen: "" });
    const [{ id = "" } = {}] = await listBanners(test.shop.db, 5);
    const [page, action] = [staffBannerPath(id), staffBannerPicturePath(id)];
    expect((await editor.get(page)).text).toContain("At best 2560 × 1120 pixels");
    const give = async (width: number, height: number) => {
      const sent = await upload(editor, page, action, await picture(width, height), { place: "background", alt: "A leaf" });
      expect(sent.status).toBe(303);
      const { text } = await test.browser().get("/storefront/");
      return /<div class="hero__picture".*?<\/picture>/s.exec(text)?.[0] ?? "";
    };
    const large = await give(3000, 1200);
    const files = [...new Set(large.match(/\/media\/[0-9a-f]{32}-\d+\.\w+/g))];
    const widths = new Set(files.map((file) => Number(/-(\d+)\./.exec(file)?.[1])));
    expect([...widths].sort((one, other) => one - other)).toEqual([320, 640, 960, 1280, 1920, 2560]);
    for (const file of files) expect([file, (await test.browser().get(file)).status]).toEqual([file, 200]);
    expect(large).not.toContain("data-size");
    expect(await give(1200, 500)).toContain('data-size="medium"');
    const small = await give(400, 200);
    expect(small).toContain('data-size="small"');
    expect(small).toContain('sizes="min(100vw, 400px)"');
  });

  test("the owner alone uploads a logo, which stands in the header with its size, and removes it", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const [owner, manager] = [await staffBrowser(test, "owner"), await staffBrowser(test, "manager")];
    const plain = (await test.browser().get("/storefront/")).text;
    expect((await upload(manager, staffPagesPath, staffLogoPath, await picture(400, 100))).status).toBe(403);
    expect((await upload(owner, staffSettingsPath, staffLogoPath, drawing)).status).toBe(415);
    expect((await upload(owner, staffSettingsPath, staffLogoPath, await picture(400, 100))).status).toBe(303);
    const { logo } = (await readSettings(test.shop.db)).shop;
    const shown = new RegExp(`<img class="logo__picture" src="/media/${logo}" alt="Leaf &amp; Vessel" width="400" height="100">`);
    await expect.poll(async () => (await test.browser().get("/storefront/")).text).toMatch(shown);
    const inEmails = `<img src="http://shop.test/media/${logo}" alt="Leaf &amp; Vessel" width="160" height="40" border="0">`;
    expect(renderEmail(test.shop, email).html).toContain(inEmails);
    const seen = seenIn((await owner.get(staffSettingsPath)).text);
    expect((await send(owner, staffSettingsPath, staffLogoRemovalPath, { seen })).status).toBe(303);
    await expect.poll(async () => (await test.browser().get("/storefront/")).text).toBe(plain);
    expect(renderEmail(test.shop, email).html).toContain(">Leaf &amp; Vessel</a></p>");
  });

  test("the owner adds a logo for dark pages, which stands in the header beside the other, replaces it, and removes it", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const owner = await staffBrowser(test, "owner");
    const settings = async () => (await owner.get(staffSettingsPath)).text;
    const give = async (width: number, scheme: string) =>
      expect((await upload(owner, staffSettingsPath, staffLogoPath, await picture(width, 100), { scheme })).status).toBe(303);
    const header = async () => (await test.browser().get("/storefront/")).text;
    expect(await settings()).not.toContain("Logo for dark pages");
    await give(400, "light");
    expect(await settings()).toContain("Logo for dark pages");
    await give(300, "dark");
    await give(200, "dark");
    const { logo, darkLogo } = (await readSettings(test.shop.db)).shop;
    const source = `<source media="screen and (prefers-color-scheme: dark)" srcset="/media/${darkLogo}" width="200" height="100">`;
    const image = `<img class="logo__picture" src="/media/${logo}" alt="Leaf &amp; Vessel" width="400" height="100">`;
    await expect.poll(header).toContain(`<picture>${source}${image}</picture>`);
    expect((await settings()).match(/<del>a picture<\/del> → <ins>a picture<\/ins>/g)).toHaveLength(1);

    const removal = { seen: seenIn(await settings()), scheme: "dark" };
    expect((await send(owner, staffSettingsPath, staffLogoRemovalPath, removal)).status).toBe(303);
    await expect.poll(header).not.toContain(source);
    expect(await header()).toContain(image);
    expect((await send(owner, staffSettingsPath, undoIn(await settings()))).status).toBe(303);
    expect((await readSettings(test.shop.db)).shop).toMatchObject({ logo, darkLogo, darkLogoWidth: 200 });
  });

  test("what was typed and refused is kept when a picture is uploaded beside it, and when one is refused or removed", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const owner = await staffBrowser(test, "owner");
    /** The form of a page that is sent to `action`, as a browser without scripts would send it. */
    const formTo = (text: string, action: string): [string, string][] => {
      const form = text.split(`action="${action}"`).at(1)?.split("</form>")[0] ?? "";
      return [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll("&#x27;", "'"),
      ]);
    };
    const sendFile = async (text: string, action: string, file: Blob, more: Record<string, string> = {}) => {
      const body = new FormData();
      for (const [name, value] of [...formTo(text, action), ...Object.entries(more)]) body.append(name, value);
      body.append("picture", file, "picture.png");
      return await owner.request("POST", action, { body, headers: { accept: "text/html" } });
    };
    const png = new Blob([await picture(400, 100)]);

    const typed = { storeName: "Fern's", contactEmail: "no address", smallPrint: "x".repeat(601) };
    const refused = await save(owner, staffSettingsPath, typed);
    expect(refused.status).toBe(422);
    const expectTyped = (text: string) => {
      expect(text).toContain('name="storeName" type="text" value="Fern&#x27;s"');
      expect(text).toContain('name="contactEmail" type="text" value="no address"');
      expect(text).toContain(typed.smallPrint);
    };
    const wrong = await sendFile(refused.text, staffLogoPath, new Blob(["words"]));
    expect(wrong.status).toBe(415);
    expectTyped(wrong.text);
    const uploaded = await sendFile(wrong.text, staffLogoPath, png);
    expect([uploaded.status, uploaded.text.includes("not saved yet")]).toEqual([200, true]);
    expectTyped(uploaded.text);
    expect((await readSettings(test.shop.db)).shop).toMatchObject({ storeName: "", logo: expect.stringMatching(/webp$/) });
    const removed = await owner.form(staffLogoRemovalPath, Object.fromEntries(formTo(uploaded.text, staffLogoRemovalPath)));
    expect(removed.status).toBe(200);
    expectTyped(removed.text);
    expect((await readSettings(test.shop.db)).shop.logo).toBe("");
    const saved = { ...typed, contactEmail: "a@b.example", smallPrint: "Ours.", seen: seenIn(removed.text) };
    expect((await owner.form(staffSettingsPath, { _csrf: tokenIn(removed), ...saved })).status).toBe(303);

    await save(owner, staffBannerPath("new"), { ...banner, seen: "" });
    const [{ id = "" } = {}] = await listBanners(test.shop.db, 5);
    const page = await save(owner, staffBannerPath(id), { ...banner, title: "Typed title", ctaLink: "javascript:x" });
    const given = await sendFile(page.text, staffBannerPicturePath(id), png, { alt: "A leaf" });
    expect([given.status, given.text.includes('value="Typed title"'), given.text.includes("not saved yet")]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await listBanners(test.shop.db, 5))[0]).toMatchObject({ title: banner.title, backgroundAlt: "A leaf" });
  });

  test("two editors of one page of text choose what to keep, and a change is undone", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    const manager = await staffBrowser(test, "manager");
    const text = { title: "Sizes", description: "", markdown: "## One\n\n<script>alert(1)</script>\n\n[x](javascript:alert(2))" };
    expect((await save(editor, staffTextPath("new"), { ...text, slug: "size-guide", seen: "" })).status).toBe(303);
    const page = staffTextPath("size-guide");
    const preview = await save(editor, page, { ...text, intent: "preview", markdown: "## Two <img src=x onerror=alert(1)>" });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain("<h2>Two </h2>");
    expect((await findPage(test.shop.db, "size-guide"))?.markdown).toContain("One");
    for (const intent of ["save", "preview"]) {
      const deep = await save(editor, page, { ...text, intent, markdown: ">".repeat(5000) });
      expect([intent, deep.status, deep.text.includes("nested too deep")]).toEqual([intent, 422, true]);
    }
    const shown = (await test.browser().get("/storefront/pages/size-guide/")).text;
    expect([shown.includes("alert(1)"), shown.includes('href="javascript:')]).toEqual([false, false]);

    const seen = seenIn((await editor.get(page)).text);
    expect((await save(manager, page, { ...text, title: "Our sizes" })).status).toBe(303);
    const second = await send(editor, page, page, { ...text, title: "All sizes", seen });
    expect(second.status).toBe(409);
    expect(second.text).toContain("Our sizes");
    expect(second.text).toContain("All sizes");
    const chosen = { ...text, title: "All sizes", seen: seenIn(second.text), keep_title: "mine" };
    expect((await send(editor, page, page, chosen)).status).toBe(303);
    const undo = undoIn((await editor.get(page)).text);
    expect((await send(editor, page, undo)).status).toBe(303);
    expect((await findPage(test.shop.db, "size-guide"))?.title).toBe("Our sizes");
  });

  test("a page of text moves with a redirect, and one that shoppers look for goes only when that is confirmed", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    const long = "Words. ".repeat(20_000);
    expect(
      (await save(editor, staffTextPath("new"), { title: "Terms", description: "", markdown: long, slug: "terms", seen: "" }))
        .status,
    ).toBe(303);
    const page = staffTextPath("terms");
    const remove = async (fields: Record<string, string>) =>
      await send(editor, page, staffTextRemovalPath("terms"), { seen: seenIn((await editor.get(page)).text), ...fields });
    expect([(await remove({})).status >= 400, (await findPage(test.shop.db, "terms"))?.title]).toEqual([true, "Terms"]);
    expect((await remove({ confirmed: "1" })).status).toBe(303);
    expect(await findPage(test.shop.db, "terms")).toBeUndefined();

    await save(editor, staffTextPath("new"), { title: "A", description: "", markdown: "m", slug: "a", seen: "" });
    expect((await send(editor, staffTextPath("a"), staffTextAddressPath("a"), { slug: "b" })).status).toBe(303);
    const { status, headers } = await test.browser().get("/storefront/pages/a/");
    expect([status, headers.get("location")]).toEqual([301, "/storefront/pages/b/"]);
    for (const slug of ["", "b", "New Page", "../x", "x\u0000", "x".repeat(80)])
      expect([slug, (await send(editor, staffTextPath("b"), staffTextAddressPath("b"), { slug })).status]).toEqual([slug, 422]);
  });

  test("links and redirects are checked line by line, and a target that is no page is told", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const editor = await staffBrowser(test, "editor");
    await transact(test.shop.db, (tx) => tx.updateTable("category").set({ name: "Tools" }).where("slug", "=", "glass").execute());
    const refused = await save(editor, staffNavigationPath, {
      header: "Seeds | /storefront/seeds/\nBad | javascript:x",
      footer: "",
    });
    expect([refused.status, refused.text.includes("line 2: the address must be")]).toEqual([422, true]);
    expect(refused.text).toContain(
      "Lines that link to your categories: Seeds | /storefront/seeds/; Tools | /storefront/glass/; ",
    );
    expect((await editor.get(staffPagesPath)).text).toContain(`<a href="${staffPagePreviewPath("glass")}">Preview Tools</a>`);
    const header = "Seeds | /storefront/seeds/\nLost <i> | /storefront/nowhere-at-all/";
    expect((await save(editor, staffNavigationPath, { header, footer: "" })).status).toBe(303);
    expect((await editor.get(staffNavigationPath)).text).toContain("/storefront/nowhere-at-all/ leads to no page.");
    await expect
      .poll(async () => (await test.browser().get("/storefront/")).text, { timeout: 20_000 })
      .toContain("Lost &lt;i&gt;");

    const add = (path: string, target: string) => send(editor, staffPagesPath, staffRedirectsPath, { path, target });
    expect((await add("/storefront/old/", "/storefront/pages/none/")).status).toBe(303);
    expect((await editor.get(staffPagesPath)).text).toContain("leads to no page");
    const list = async () => /\/storefront\/old\/<.*?data-label="Last">[^<]*/s.exec((await editor.get(staffPagesPath)).text)?.[0];
    expect(await list()).toMatch(/data-label="Followed" class="number">0<.*data-label="Last">never$/s);
    for (const path of ["/storefront/old/", "/storefront/old"]) await test.browser().get(path);
    await test.shop.redirectUses.write();
    await test.shop.redirectUses.write();
    expect(await list()).toMatch(/data-label="Followed" class="number">2<.*data-label="Last">\w+ \d+, \d{4}$/s);
    const many = (lines: string) => send(editor, staffPagesPath, staffRedirectLinesPath, { lines });
    expect((await many("Redirect from,Redirect to\n/products/Ä,/storefront/seeds/\n/shop/?p=1,/storefront/")).status).toBe(303);
    expect((await editor.get(staffPagesPath)).text).toContain('<td data-label="Old address">/products/ä/</td>');
    const partly = await many("/kept/,/storefront/\n/shop?p=1,/storefront/glass/");
    expect([partly.status, partly.text.includes("Line 2: This address leads elsewhere already.")]).toEqual([422, true]);
    expect(partly.text).toContain("/kept/,/storefront/\n/shop?p&#x3D;1,/storefront/glass/</textarea>");
    expect((await test.browser().get("/kept/")).status).toBe(404);
    for (const [path, target] of [
      ["/storefront/x/", "/storefront/x/"],
      ["/staff/x/", "/storefront/"],
      ["/storefront/x/", "javascript:alert(1)"],
      ["/storefront/x\u0000/", "/storefront/"],
    ] as const)
      expect([path, target, (await add(path, target)).status]).toEqual([path, target, 400]);
  });

  test("the owner alone sets the shop's name and colors, and a poor contrast is refused before it is saved", async () => {
    const test = await openShop({ engine, products: "none", pays: false });
    const owner = await staffBrowser(test, "owner");
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffSettingsPath)).status).toBe(403);
    const poor = await save(owner, staffSettingsPath, { storeName: "Fern", accentLight: "#CCCCCC" });
    expect([poor.status, poor.text.includes("reach 1."), (await readSettings(test.shop.db)).shop.storeName]).toEqual([
      422,
      true,
      "",
    ]);
    const set = {
      storeName: "Fern & Co",
      accentLight: "#1F4FA3",
      timeZone: "Europe/Berlin",
      contactAddress: "1 Main St\r\nTown",
    };
    expect((await save(owner, staffSettingsPath, set)).status).toBe(303);
    const { shop } = await readSettings(test.shop.db);
    expect(shop).toMatchObject({ storeName: "Fern & Co", accentLight: "#1f4fa3", contactAddress: "1 Main St\nTown" });
    expect((await owner.get(staffSettingsPath)).text).toContain("Fern &amp; Co staff");
    expect(test.shop.dates.timeZone).toBe("Europe/Berlin");
    for (const wrong of [{ storeName: "a\u0000" }, { storeName: "x".repeat(100) }, { timeZone: "+05:00" }, { contactEmail: "x" }])
      expect([wrong, (await save(owner, staffSettingsPath, wrong)).status]).toEqual([wrong, 422]);
    const undo = undoIn((await owner.get(staffSettingsPath)).text);
    expect((await send(owner, staffSettingsPath, undo)).status).toBe(303);
    expect((await readSettings(test.shop.db)).shop.storeName).toBe("");
  });
});

test("what was removed from the pages comes back by the undo of the page that follows", async () => {
  const test = await openShop({ products: "none", pays: false });
  const editor = await staffBrowser(test, "editor");
  const add = (path: string) => send(editor, staffPagesPath, staffRedirectsPath, { path, target: "/storefront/seeds/" });
  for (const path of ["/storefront/old/", "/storefront/older/"]) expect((await add(path)).status).toBe(303);
  test.pass(1000);
  const list = await editor.get(staffPagesPath);
  const seen = /value="\/storefront\/old\/"><input type="hidden" name="seen" value="([^"]+)"/.exec(list.text)?.[1] ?? "";
  const removed = await send(editor, staffPagesPath, staffRedirectRemovalPath, { path: "/storefront/old/", seen });
  expect(removed.status).toBe(303);
  expect((await test.browser().get("/storefront/old/")).status).toBe(404);

  const after = await editor.get(removed.headers.get("location") ?? "");
  const undoIn = (text: string) => /action="(\/staff\/[^"]*undo[^"]*)"/.exec(text)?.[1] ?? "";
  const panel = after.text.slice(after.text.indexOf('id="removed"'), after.text.indexOf('id="banners"'));
  expect(panel).toMatch(/removed.*Old address: <del>\/storefront\/old\/<\/del>.*New address: <del>\/storefront\/seeds\/<\/del>/s);
  // Later too, among the changes of all redirects.
  const later = (await editor.get(staffPagesPath)).text;
  const changes = later.slice(later.indexOf("Last changes of redirects"));
  expect(undoIn(changes)).toBe(undoIn(panel));
  expect(changes).toMatch(/removed <span class="note-text">\/storefront\/old\/</);
  // The other redirect's adding still stands; that of the removed one does not.
  expect(changes.match(/undo/g)).toHaveLength(2);

  const undone = await send(editor, staffPagesPath, undoIn(panel));
  expect([undone.status, undone.headers.get("location")]).toEqual([303, `${staffPagesPath}?undone=1`]);
  expect((await test.browser().get("/storefront/old/")).headers.get("location")).toBe("/storefront/seeds/");

  await save(editor, staffTextPath("new"), { title: "Terms", description: "", markdown: "Words.", slug: "terms", seen: "" });
  test.pass(1000);
  const page = staffTextPath("terms");
  const form = { seen: seenIn((await editor.get(page)).text), confirmed: "1" };
  const gone = await send(editor, page, staffTextRemovalPath("terms"), form);
  const undoText = undoIn((await editor.get(gone.headers.get("location") ?? "")).text);
  expect((await send(editor, staffPagesPath, undoText)).headers.get("location")).toBe(`${page}?undone=1`);
  expect((await findPage(test.shop.db, "terms"))?.title).toBe("Terms");
});

test("a new banner comes after the others of its page, and one with another's place is told of", async () => {
  const test = await openShop({ products: "none", pays: false });
  const { db } = test.shop;
  const editor = await staffBrowser(test, "editor");
  const form = await editor.get(staffBannerPath("new"));
  expect(form.text).toMatch(/name="position"[^>]* value=""/);
  const add = async (title: string, position: string, page = "home") => {
    expect((await save(editor, staffBannerPath("new"), { ...banner, title, position, page, seen: "" })).status).toBe(303);
    const added = (await listBanners(db, 9)).find((each) => each.title === title);
    return { path: staffBannerPath(added?.id ?? ""), position: added?.position };
  };
  const [page = ""] = (await openBannerPages(db)).slice(1);
  expect((await add("First", "")).position).toBe(0);
  const second = await add("Second", "7");
  expect((await add("Third", "")).position).toBe(8);
  expect((await add("Alone", "", page)).position).toBe(0);
  expect((await editor.get(second.path)).text).not.toContain("has the same place");
  const same = await add("Same", "7");
  expect((await editor.get(same.path)).text).toContain("“Second” has the same place.");
  expect((await editor.get(second.path)).text).toContain("“Same” has the same place.");
  // One that is there has a place.
  expect((await save(editor, second.path, { ...banner, position: "" })).status).toBe(422);
});
