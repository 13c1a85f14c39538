import { expect, test } from "vitest";
import { avatarPath } from "../../server/customers/paths.ts";
import {
  staffBannerPicturePath,
  staffImportsPath,
  staffLogoPath,
  staffPictureUploadPath,
  staffSettingsPath,
  staffTrackingPath,
} from "../../server/staff/paths.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { staffBrowser, tokenIn } from "../staff/staff-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const words = "Please send a form with a file";

const send = (browser: TestBrowser, path: string, body: string, headers: Record<string, string>) =>
  browser.request("POST", path, { body, headers });

test("calls that take files answer any other body in words, not as if its token were missing", async () => {
  const shop = await shopWithCustomer();
  const owner = await staffBrowser(shop, "owner");
  const token = tokenIn(await owner.get(staffSettingsPath));
  const customer = shop.browser();
  await signIn(customer);
  const uploads = [
    staffPictureUploadPath("p-1"),
    staffImportsPath,
    staffBannerPicturePath("b-1"),
    staffLogoPath,
    staffTrackingPath,
  ];

  const inJson = await Promise.all([
    ...uploads.flatMap((path) => [{}, { "x-csrftoken": token }].map((more) => send(owner, path, "{}", { ...json, ...more }))),
    send(customer, avatarPath, "{}", json),
    send(customer, avatarPath, "{}", { ...json, "x-csrftoken": await customer.token() }),
  ]);
  for (const { status, body } of inJson)
    expect([status, body]).toEqual([415, { code: "unsupported_type", error: expect.stringContaining(words) }]);
  for (const path of uploads)
    for (const fields of ["a=b", `_csrf=${encodeURIComponent(token)}`]) {
      const page = await send(owner, path, fields, form);
      expect([path, page.status, page.text.includes(words), page.text.includes("Sign out")]).toEqual([path, 415, true, true]);
    }
  for (const _csrf of [await customer.token(), "old"]) {
    const { status, text } = await customer.form(avatarPath, { _csrf });
    expect([status, text.includes("Please upload a valid image file."), text.includes("open too long")]).toEqual([
      422,
      true,
      false,
    ]);
  }
  const wrong = await send(owner, staffLogoPath, "{}", { ...json, "x-csrftoken": "wrong" });
  expect([wrong.status, wrong.body]).toEqual([403, expect.objectContaining({ code: "csrf" })]);
});

test("a form with a file is still refused without its token", async () => {
  const shop = await shopWithCustomer();
  const owner = await staffBrowser(shop, "owner");
  for (const _csrf of ["", "wrong"]) {
    const body = new FormData();
    body.set("_csrf", _csrf);
    body.set("file", new Blob(["name\n"]), "products.csv");
    expect((await owner.request("POST", staffImportsPath, { body })).status).toBe(403);
  }
  expect((await owner.get(staffImportsPath)).text).not.toContain("products.csv");
});

test("an upload that ends in its middle, or is no form, is answered by its page in words", async () => {
  const shop = await shopWithCustomer();
  const owner = await staffBrowser(shop, "owner");
  const token = tokenIn(await owner.get(staffSettingsPath));
  const banner = { id: "b-1", page: "home", title: "Caps", background_url: "" };
  await shop.shop.db.insertInto("banner").values(banner).execute();
  const field = `--x\r\ncontent-disposition: form-data; name="_csrf"\r\n\r\n${token}\r\n`;
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,price\r\n';
  const type = "multipart/form-data; boundary=x";
  const sent: [string, string, number, string][] = [
    [field + file, type, 400, "did not come whole"],
    ["words", type, 403, "open too long"],
    ["words", "multipart/form-data", 403, "open too long"],
  ];
  for (const path of [staffPictureUploadPath("p-1"), staffImportsPath, staffBannerPicturePath("b-1"), staffLogoPath])
    for (const [body, contentType, status, words] of sent) {
      const page = await send(owner, path, body, { "content-type": contentType, accept: "text/html" });
      expect([path, body, page.status, page.text.includes(words), page.text.includes("Sign out")]).toEqual([
        path,
        body,
        status,
        true,
        true,
      ]);
    }
  // The result of the upload is discarded.
  expect((await owner.get(staffImportsPath)).text).toMatch(
    />a\.csv<.*?data-label="State"[^>]*><span><span class="state state--waiting">Discarded</s,
  );
});
