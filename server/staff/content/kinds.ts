import { lockBanner, putBanner, removeBanner } from "../../content/banner-records.ts";
import { lockPage, removePage, savePageText } from "../../content/content-pages.ts";
import { lockRedirect, putRedirect, removeRedirect } from "../../content/redirects.ts";
import { type ShopSettings, shopSettingLabels } from "../../content/rules/shop-settings.ts";
import { lockNavigation, lockShopSettings, saveNavigation, saveShopSettings } from "../../content/settings.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffBannerPath, staffNavigationPath, staffPagesPath, staffSettingsPath, staffTextPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { bannerForm } from "./banner-form.ts";
import { navigationForm } from "./navigation-form.ts";
import { redirectForm } from "./redirect-form.ts";
import { textForm } from "./text-form.ts";

const pages = "pages:write";

/** A picture with words at the head of a page or between its rows. */
export const bannerKind = recordKind({
  kind: "banner",
  needs: pages,
  name: ({ title }) => title,
  path: staffBannerPath,
  form: bannerForm,
  read: lockBanner,
  write: (tx, id, fields) => putBanner(tx, id, fields),
  insert: (tx, id, fields) => putBanner(tx, id, fields),
  remove: (tx, id) => removeBanner(tx, id),
});

/** A page of text; its id is its address. */
export const textKind = recordKind({
  kind: "page",
  needs: pages,
  name: ({ title }) => title,
  path: staffTextPath,
  form: textForm,
  async read(tx, slug) {
    const page = await lockPage(tx, slug);
    return page && { title: page.title, description: page.description, markdown: page.markdown };
  },
  write: (tx, slug, text, now) => savePageText(tx, { slug, text, now }),
  insert: (tx, slug, text, now) => savePageText(tx, { slug, text, now }),
  remove: (tx, slug) => removePage(tx, slug),
});

/** An old address that leads to a new one; its id is the old address. */
export const redirectKind = recordKind({
  kind: "redirect",
  needs: pages,
  name: ({ path }) => path,
  path: () => staffPagesPath,
  form: redirectForm,
  read: lockRedirect,
  write: (tx, _path, fields, now) => putRedirect(tx, fields, now),
  insert: (tx, _path, fields, now) => putRedirect(tx, fields, now),
  remove: (tx, path) => removeRedirect(tx, path),
});

/** The links of the header and the footer; there is one record. */
export const navigationKind = recordKind({
  kind: "navigation",
  needs: pages,
  name: () => "Navigation",
  path: () => staffNavigationPath,
  form: navigationForm,
  read: (tx) => lockNavigation(tx),
  write: (tx, _id, fields, now) => saveNavigation(tx, fields, now),
});

/** The settings of the shop; there is one record. */
export const settingsKind: RecordKind<ShopSettings> = {
  kind: "settings",
  needs: "settings:write",
  name: () => "Settings",
  path: () => staffSettingsPath,
  labels: shopSettingLabels,
  // The file's name has no meaning for people.
  words: (field, value) => ((field === "logo" || field === "darkLogo") && value !== "" ? "a picture" : undefined),
  read: (tx) => lockShopSettings(tx),
  write: (tx, _id, fields, now) => saveShopSettings(tx, fields, now),
};
