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
import { type Engine, openShop } from "../support/shop.ts";
import { send, staffBrowser, tokenIn } from "./staff-fixture.ts";

const seenIn = (html: string): string => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "none";
const undoIn = (html: string): string => /action="(\/staff\/changes\/[^"]+)"/.exec(html)?.[1] ?? "none";
/** Sends a form with the version that its page showed. */
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

const sendPicture = async (browser: TestBrowser, action: string, file: Blob, fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("picture", file, "leaf.png");
  return await browser.request("POST", action, { body, headers: { accept: "text/html" } });
};
/** Uploads a picture by a page's form. */
const upload = async (browser: TestBrowser, page: string, action: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  await sendPicture(browser, action, new Blob([new Uint8Array(bytes)]), { _csrf: tokenIn(await browser.get(page)), ...fields });

async function shopOfEditor(engine?: Engine) {
  const test = await openShop({ products: "none", pays: false, ...(engine && { engine }) });
  const home = async () => (await test.browser().get("/storefront/")).text;
  return { test, home, editor: await staffBrowser(test, "editor") };
}

async function shopOfOwner(engine: Engine) {
  const { test, home } = await shopOfEditor(engine);
  const owner = await staffBrowser(test, "owner");
  const settings = async () => (await owner.get(staffSettingsPath)).text;
  return { test, home, owner, settings, stored: async () => (await readSettings(test.shop.db)).shop };
}

/** A shop with one banner; `give` uploads the banner's background. */
async function shopWithBanner(fields: Partial<typeof banner>, engine: Engine) {
  const { test, home, editor } = await shopOfEditor(engine);
  expect((await save(editor, staffBannerPath("new"), { ...banner, ...fields, seen: "" })).status).toBe(303);
  const banners = () => listBanners(test.shop.db, 5);
  const [{ id = "" } = {}] = await banners();
  const page = staffBannerPath(id);
  const give = (bytes: Buffer, alt: string) =>
    upload(editor, page, staffBannerPicturePath(id), bytes, { place: "background", alt });
  return { test, home, editor, id, page, banners, give, text: async () => (await editor.get(page)).text };
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#195c2e" } })
    .png()
    .toBuffer();
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

describe.each(proofEngines)("on %s", (engine) => {
  test("an editor adds, previews, schedules, and removes a banner", async () => {
    const { test, editor, id, page, text, home, banners } = await shopWithBanner({ active: "" }, engine);
    expect(await home()).not.toContain("Winter");
    const preview = await editor.get(`${staffPagePreviewPath("home")}?banner=${id}`);
    expect([preview.status, preview.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(preview.text).toContain("<h1>Winter &lt;b&gt;sale&lt;/b&gt;</h1>");
    expect((await editor.get(staffPagePreviewPath("home"))).text).not.toContain("Winter");

    const times = { startsAt: "2026-01-10T12:30", endsAt: "2099-07-04T00:00" };
    expect((await save(editor, page, { ...banner, ...times })).status).toBe(303);
    expect(await banners()).toMatchObject([{ startsAt: Date.UTC(2026, 0, 10, 17, 30), endsAt: Date.UTC(2099, 6, 4, 4) }]);
    expect(await text()).toContain('value="2026-01-10T12:30"');
    expect(await text()).not.toContain("leads to no page");
    const lost = "/storefront/pages/gone/";
    await save(editor, page, { ...banner, ...times, ctaLink: lost });
    expect(await text()).toContain(`${lost} leads to no page.`);

    for (const [wrong, words] of [
      [{ ctaLink: "javascript:alert(1)" }, "must be a path of the shop"],
      [{ title: "" }, "Title is missing"],
      [{ title: "a\u202eb" }, "can’t be seen"],
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
    expect((await send(editor, page, staffBannerRemovalPath(id), { seen: seenIn(await text()) })).status).toBe(303);
    expect(await listBanners(test.shop.db, 5)).toEqual([]);
  });

  test("an editor uploads a banner's picture with its description, and undoes it; what is no picture is refused", async () => {
    const { test, editor, text, give, home, banners } = await shopWithBanner({}, engine);
    const wide = await picture(800, 350);
    expect((await give(drawing, "A leaf")).status).toBe(415);
    expect((await give(wide, "")).status).toBe(422);
    expect(await banners()).toMatchObject([{ background: "" }]);
    expect((await give(wide, "A leaf")).status).toBe(303);
    const [saved] = await banners();
    expect(saved).toMatchObject({ backgroundAlt: "A leaf", image: "" });
    expect(saved?.background).toMatch(/^\/media\/[0-9a-f]{32}-800\.webp$/);
    expect(await home()).toContain(`<img src="${saved?.background}" alt="A leaf"`);
    expect((await send(editor, staffPagesPath, undoIn(await text()))).status).toBe(303);
    expect(await banners()).toMatchObject([{ background: "" }]);
    expect((await test.browser().get(saved?.background ?? "")).status).toBe(200);
  });

  test("a banner's picture is kept as wide as a large window, and a small one is marked to stay at its own size", async () => {
    const { test, text, give, home } = await shopWithBanner({}, engine);
    expect(await text()).toContain("At best 2560 × 1600 pixels");
    const shown = async (width: number, height: number) => {
      expect((await give(await picture(width, height), "A leaf")).status).toBe(303);
      return /<div class="hero__picture".*?<\/picture>/s.exec(await home())?.[0] ?? "";
    };
    const large = await shown(3000, 1200);
    const files = [...new Set(large.match(/\/media\/[0-9a-f]{32}-\d+\.\w+/g))];
    const widths = new Set(files.map((file) => Number(/-(\d+)\./.exec(file)?.[1])));
    expect([...widths].sort((one, other) => one - other)).toEqual([320, 640, 960, 1280, 1920, 2560]);
    for (const file of files) expect([file, (await test.browser().get(file)).status]).toEqual([file, 200]);
    expect(large).not.toContain("data-size");
    expect(await shown(1100, 500)).toContain('data-size="medium"');
    const small = await shown(400, 200);
    for (const part of ['data-size="small"', 'sizes="min(100vw, 400px)"']) expect(small).toContain(part);
  });

  test("the owner alone uploads a logo, with one for dark pages beside it, which stands in header and emails, and removes it", async () => {
    const { test, owner, home, settings, stored } = await shopOfOwner(engine);
    const plain = await home();
    const leaf = await picture(400, 100);
    const manager = await staffBrowser(test, "manager");
    expect((await upload(manager, staffPagesPath, staffLogoPath, leaf)).status).toBe(403);
    expect((await upload(owner, staffSettingsPath, staffLogoPath, drawing)).status).toBe(415);
    expect(await settings()).not.toContain("Logo for dark pages");
    for (const [width, scheme] of [
      [400, "light"],
      [300, "dark"],
      [200, "dark"],
    ] as const)
      expect((await upload(owner, staffSettingsPath, staffLogoPath, await picture(width, 100), { scheme })).status).toBe(303);
    const { logo, darkLogo } = await stored();
    const source = `<source media="screen and (prefers-color-scheme: dark)" srcset="/media/${darkLogo}" width="200" height="100">`;
    const image = `<img class="logo__picture" src="/media/${logo}" alt="Leaf &amp; Vessel" width="400" height="100">`;
    await expect.poll(home).toContain(`<picture>${source}${image}</picture>`);
    const inEmails = `<img src="http://shop.test/media/${logo}" alt="Leaf &amp; Vessel" width="160" height="40" border="0">`;
    expect(renderEmail(test.shop, email).html).toContain(inEmails);
    expect((await settings()).match(/<del>a picture<\/del> → <ins>a picture<\/ins>/g)).toHaveLength(1);

    const remove = async (scheme: string) =>
      expect(
        (await send(owner, staffSettingsPath, staffLogoRemovalPath, { seen: seenIn(await settings()), scheme })).status,
      ).toBe(303);
    await remove("dark");
    await expect.poll(home).not.toContain(source);
    expect(await home()).toContain(image);
    expect((await send(owner, staffSettingsPath, undoIn(await settings()))).status).toBe(303);
    expect(await stored()).toMatchObject({ logo, darkLogo, darkLogoWidth: 200 });
    await remove("dark");
    await remove("light");
    await expect.poll(home).toBe(plain);
    expect(renderEmail(test.shop, email).html).toContain(">Leaf &amp; Vessel</a></p>");
  });

  test("what was typed and refused is kept when a picture is uploaded beside it, and when one is refused or removed", async () => {
    const { owner, stored } = await shopOfOwner(engine);
    /**
     * The fields of the form on a page whose `action` is the given address, as a browser without
     * scripts sends them.
     */
    const formTo = ({ text }: { text: string }, action: string) => {
      const form = text.split(`action="${action}"`).at(1)?.split("</form>")[0] ?? "";
      const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
      return Object.fromEntries([...hidden].map(([, name = "", value = ""]) => [name, value.replaceAll("&#x27;", "'")]));
    };
    const sendFile = (page: { text: string }, file: Blob) => sendPicture(owner, staffLogoPath, file, formTo(page, staffLogoPath));
    const typed = { storeName: "Fern's", contactEmail: "no address", smallPrint: "x".repeat(601) };
    const expectTyped = (answer: { status: number; text: string }, status: number) => {
      expect(answer.status).toBe(status);
      for (const field of [
        'storeName" type="text" value="Fern&#x27;s"',
        'contactEmail" type="text" value="no address"',
        typed.smallPrint,
      ])
        expect(answer.text).toContain(field);
    };
    const refused = await save(owner, staffSettingsPath, typed);
    expectTyped(refused, 422);
    const wrong = await sendFile(refused, new Blob(["words"]));
    expectTyped(wrong, 415);
    const uploaded = await sendFile(wrong, new Blob([new Uint8Array(await picture(400, 100))]));
    expectTyped(uploaded, 200);
    expect(uploaded.text).toContain("not saved yet");
    expect(await stored()).toMatchObject({ storeName: "", logo: expect.stringMatching(/webp$/) });
    const removed = await owner.form(staffLogoRemovalPath, formTo(uploaded, staffLogoRemovalPath));
    expectTyped(removed, 200);
    expect((await stored()).logo).toBe("");
    const saved = { ...typed, contactEmail: "a@b.example", smallPrint: "Ours.", seen: seenIn(removed.text) };
    expect((await owner.form(staffSettingsPath, { _csrf: tokenIn(removed), ...saved })).status).toBe(303);

    const { editor, id, page, banners } = await shopWithBanner({}, engine);
    const title = await save(editor, page, { ...banner, title: "Typed title", ctaLink: "javascript:x" });
    const beside = { ...formTo(title, staffBannerPicturePath(id)), alt: "A leaf" };
    const given = await sendPicture(
      editor,
      staffBannerPicturePath(id),
      new Blob([new Uint8Array(await picture(400, 100))]),
      beside,
    );
    expect(given.status).toBe(200);
    for (const part of ['value="Typed title"', "not saved yet"]) expect(given.text).toContain(part);
    expect(await banners()).toMatchObject([{ title: banner.title, backgroundAlt: "A leaf" }]);
  });

  test("a page of text is previewed, and saved without scripts; the second of two editors chooses, and a change is undone", async () => {
    const { test, editor } = await shopOfEditor(engine);
    const text = { title: "Sizes", description: "", markdown: "## One\n\n<script>alert(1)</script>\n\n[x](javascript:alert(2))" };
    expect((await save(editor, staffTextPath("new"), { ...text, slug: "size-guide", seen: "" })).status).toBe(303);
    const page = staffTextPath("size-guide");
    const preview = await save(editor, page, { ...text, intent: "preview", markdown: "## Two <img src=x onerror=alert(1)>" });
    expect([preview.status, preview.text.includes("<h2>Two </h2>")]).toEqual([200, true]);
    expect((await findPage(test.shop.db, "size-guide"))?.markdown).toContain("One");
    for (const intent of ["save", "preview"]) {
      const deep = await save(editor, page, { ...text, intent, markdown: ">".repeat(5000) });
      expect([intent, deep.status, deep.text.includes("nested too deep")]).toEqual([intent, 422, true]);
    }
    expect((await test.browser().get("/storefront/pages/size-guide/")).text).not.toMatch(/alert\(1\)|href="javascript:/);

    const seen = seenIn((await editor.get(page)).text);
    expect((await save(await staffBrowser(test, "manager"), page, { ...text, title: "Our sizes" })).status).toBe(303);
    const second = await send(editor, page, page, { ...text, title: "All sizes", seen });
    expect(second.status).toBe(409);
    for (const title of ["Our sizes", "All sizes"]) expect(second.text).toContain(title);
    const chosen = { ...text, title: "All sizes", seen: seenIn(second.text), keep_title: "mine" };
    expect((await send(editor, page, page, chosen)).status).toBe(303);
    expect((await send(editor, page, undoIn((await editor.get(page)).text))).status).toBe(303);
    expect((await findPage(test.shop.db, "size-guide"))?.title).toBe("Our sizes");
  });

  test("a page of text moves with a redirect, and one that shoppers look for goes only when that is confirmed, and comes back by its undo", async () => {
    const { test, editor } = await shopOfEditor(engine);
    const add = async (title: string, slug: string, markdown: string) =>
      expect((await save(editor, staffTextPath("new"), { title, description: "", markdown, slug, seen: "" })).status).toBe(303);
    await add("Terms", "terms", "Words. ".repeat(20_000));
    test.pass(1000);
    const page = staffTextPath("terms");
    const remove = async (fields: Record<string, string>) =>
      await send(editor, page, staffTextRemovalPath("terms"), { seen: seenIn((await editor.get(page)).text), ...fields });
    expect([(await remove({})).status >= 400, (await findPage(test.shop.db, "terms"))?.title]).toEqual([true, "Terms"]);
    const gone = await remove({ confirmed: "1" });
    expect([gone.status, await findPage(test.shop.db, "terms")]).toEqual([303, undefined]);
    const undo = undoIn((await editor.get(gone.headers.get("location") ?? "")).text);
    expect((await send(editor, staffPagesPath, undo)).headers.get("location")).toBe(`${page}?undone=1`);
    expect((await findPage(test.shop.db, "terms"))?.title).toBe("Terms");

    await add("A", "a", "m");
    expect((await send(editor, staffTextPath("a"), staffTextAddressPath("a"), { slug: "b" })).status).toBe(303);
    expect((await test.browser().get("/storefront/pages/a/")).headers.get("location")).toBe("/storefront/pages/b/");
    for (const slug of ["", "b", "New Page", "../x", "x\u0000", "x".repeat(80)])
      expect([slug, (await send(editor, staffTextPath("b"), staffTextAddressPath("b"), { slug })).status]).toEqual([slug, 422]);
  });

  test("links of the header are checked line by line, and a target that is no page is told", async () => {
    const { test, editor } = await shopOfEditor(engine);
    await transact(test.shop.db, (tx) => tx.updateTable("category").set({ name: "Tools" }).where("slug", "=", "glass").execute());
    const saved = (lines: string) =>
      save(editor, staffNavigationPath, { header: `Seeds | /storefront/seeds/\n${lines}`, footer: "" });
    const refused = await saved("Bad | javascript:x");
    expect([refused.status, refused.text.includes("line 2: the address must be")]).toEqual([422, true]);
    const categories = "Lines that link to your categories: Seeds | /storefront/seeds/; Tools | /storefront/glass/; ";
    expect(refused.text).toContain(categories);
    expect((await editor.get(staffPagesPath)).text).toContain(`<a href="${staffPagePreviewPath("glass")}">Preview Tools</a>`);
    expect((await saved("Lost <i> | /storefront/nowhere-at-all/")).status).toBe(303);
    expect((await editor.get(staffNavigationPath)).text).toContain("/storefront/nowhere-at-all/ leads to no page.");
    await expect.poll(async () => (await test.browser().get("/storefront/")).text).toContain("Lost &lt;i&gt;");
  });

  test("redirects are added one by one or as lines, tell how often they are followed, and lead where they may", async () => {
    const { test, editor } = await shopOfEditor(engine);
    const text = async () => (await editor.get(staffPagesPath)).text;
    const add = (path: string, target: string) => send(editor, staffPagesPath, staffRedirectsPath, { path, target });
    expect((await add("/storefront/old/", "/storefront/pages/none/")).status).toBe(303);
    expect(await text()).toContain("leads to no page");
    const row = async () => /\/storefront\/old\/<.*?data-label="Last".*?<\/td>/s.exec(await text())?.[0];
    expect(await row()).toMatch(/data-label="Followed"[^>]*>0<.*data-label="Last"[^>]*>never</s);
    for (const path of ["/storefront/old/", "/storefront/old"]) await test.browser().get(path);
    for (const _time of [1, 2]) await test.shop.redirectUses.write();
    expect(await row()).toMatch(/data-label="Followed"[^>]*>2<.*data-label="Last"[^>]*><time [^>]*>\w+ \d+, \d+:\d\d [AP]M</s);
    const many = (lines: string) => send(editor, staffPagesPath, staffRedirectLinesPath, { lines });
    expect((await many("Redirect from,Redirect to\n/products/Ä,/storefront/seeds/\n/shop/?p=1,/storefront/")).status).toBe(303);
    expect(await text()).toContain('<td data-label="Old address" class="list__title">/products/ä/</td>');
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
    const { test, owner, settings, stored } = await shopOfOwner(engine);
    expect((await (await staffBrowser(test, "manager")).get(staffSettingsPath)).status).toBe(403);
    const poor = await save(owner, staffSettingsPath, { storeName: "Fern", accentLight: "#CCCCCC" });
    expect([poor.status, poor.text.includes("reach 1."), (await stored()).storeName]).toEqual([422, true, ""]);
    const place = { timeZone: "Europe/Berlin", contactAddress: "1 Main St\r\nTown" };
    expect((await save(owner, staffSettingsPath, { storeName: "Fern & Co", accentLight: "#1F4FA3", ...place })).status).toBe(303);
    const shop = { storeName: "Fern & Co", accentLight: "#1f4fa3", contactAddress: "1 Main St\nTown" };
    expect(await settings()).toContain("Fern &amp; Co staff");
    expect([await stored(), test.shop.dates.timeZone]).toMatchObject([shop, "Europe/Berlin"]);
    for (const wrong of [{ storeName: "a\u0000" }, { storeName: "x".repeat(100) }, { timeZone: "+05:00" }, { contactEmail: "x" }])
      expect([wrong, (await save(owner, staffSettingsPath, wrong)).status]).toEqual([wrong, 422]);
    expect((await send(owner, staffSettingsPath, undoIn(await settings()))).status).toBe(303);
    expect((await stored()).storeName).toBe("");
  });
});

test("a redirect that was removed comes back by the undo of the page that follows, and of the changes of all", async () => {
  const { test, editor } = await shopOfEditor();
  const follow = async () => await test.browser().get("/storefront/old/");
  const add = (path: string) => send(editor, staffPagesPath, staffRedirectsPath, { path, target: "/storefront/seeds/" });
  for (const path of ["/storefront/old/", "/storefront/older/"]) expect((await add(path)).status).toBe(303);
  test.pass(1000);
  const list = (await editor.get(staffPagesPath)).text;
  const seen = /value="\/storefront\/old\/"><input type="hidden" name="seen" value="([^"]+)"/.exec(list)?.[1] ?? "";
  const removed = await send(editor, staffPagesPath, staffRedirectRemovalPath, { path: "/storefront/old/", seen });
  expect([removed.status, (await follow()).status]).toEqual([303, 404]);

  const after = await editor.get(removed.headers.get("location") ?? "");
  const panel = after.text.slice(after.text.indexOf('id="removed"'), after.text.indexOf('id="banners"'));
  expect(panel).toMatch(/removed.*Old address: <del>\/storefront\/old\/<\/del>.*New address: <del>\/storefront\/seeds\/<\/del>/s);
  // Later the undo is also in the list of all redirects' changes.
  const changes = (await editor.get(staffPagesPath)).text.split("Last changes of redirects")[1] ?? "";
  expect(undoIn(changes)).toBe(undoIn(panel));
  expect(changes).toMatch(/removed <span class="note-text">\/storefront\/old\/</);
  // The other redirect's addition can still be undone; the removed one's cannot.
  expect(changes.match(/undo/g)).toHaveLength(2);
  const undone = await send(editor, staffPagesPath, undoIn(panel));
  expect([undone.status, undone.headers.get("location")]).toEqual([303, `${staffPagesPath}?undone=1`]);
  expect((await follow()).headers.get("location")).toBe("/storefront/seeds/");
});

test("a new banner comes after the others of its page, and one with another's place is told of", async () => {
  const { test, editor } = await shopOfEditor();
  const { db } = test.shop;
  const text = async (path: string) => (await editor.get(path)).text;
  expect(await text(staffBannerPath("new"))).toMatch(/name="position"[^>]* value=""/);
  const add = async (title: string, position: string, page = "home") => {
    expect((await save(editor, staffBannerPath("new"), { ...banner, title, position, page, seen: "" })).status).toBe(303);
    const added = (await listBanners(db, 9)).find((each) => each.title === title);
    return { path: staffBannerPath(added?.id ?? ""), position: added?.position };
  };
  const [page = ""] = (await openBannerPages(db)).slice(1);
  const first = await add("First", "");
  const second = await add("Second", "7");
  const [third, alone] = [await add("Third", ""), await add("Alone", "", page)];
  expect([first, third, alone].map(({ position }) => position)).toEqual([0, 8, 0]);
  expect(await text(second.path)).not.toContain("has the same place");
  const same = await add("Same", "7");
  expect(await text(same.path)).toContain("“Second” has the same place.");
  expect(await text(second.path)).toContain("“Same” has the same place.");
  // The field for the place may be empty only for a new banner.
  expect((await save(editor, second.path, { ...banner, position: "" })).status).toBe(422);
});
