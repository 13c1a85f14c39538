import { z } from "zod";
import { noSettings } from "../../content/rules/shop-settings.ts";
import { fieldErrors } from "../../web/call.ts";
import { textBody } from "../forms/fields.ts";
import {
  staffBannerPath,
  staffBannerPicturePath,
  staffBannerRemovalPath,
  staffLogoPath,
  staffLogoRemovalPath,
  staffNavigationPath,
  staffPagesPath,
  staffRedirectLinesPath,
  staffRedirectRemovalPath,
  staffRedirectsPath,
  staffSettingsPath,
  staffTextAddressPath,
  staffTextPath,
  staffTextRemovalPath,
} from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { bannerForm } from "./banner-form.ts";
import { navigationForm } from "./navigation-form.ts";
import { redirectForm, redirectLinesForm } from "./redirect-form.ts";
import { settingsForm } from "./settings-form.ts";
import { textAddressForm, textForm } from "./text-form.ts";

const pages = { method: "POST", guard: "csrf", answer: nothing, needs: "pages:write" } as const;

const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

export const contentStaffCalls = {
  saveBanner: {
    ...pages,
    path: staffBannerPath(":id"),
    summary: "Saves a banner, or adds one",
    body: z.object({ ...bannerForm.body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed"],
  },
  uploadBannerPicture: {
    ...pages,
    path: staffBannerPicturePath(":id"),
    screen: staffBannerPath(":id"),
    summary: "Gives a banner a picture, with what it shows for those who can’t see it",
    file: { field: "picture", types: pictureTypes },
    codes: ["signed_out"],
  },
  removeBanner: {
    ...pages,
    path: staffBannerRemovalPath(":id"),
    screen: staffBannerPath(":id"),
    summary: "Removes a banner",
    body: z.object({ seen }),
    codes: ["signed_out", "changed"],
  },
  saveText: {
    ...pages,
    path: staffTextPath(":slug"),
    summary: "Saves a page of text, or shows how it will be",
    body: z.object({
      ...textAddressForm.body,
      ...textForm.body,
      intent: z.enum(["save", "preview"]).default("save"),
      seen,
    }),
    fieldErrors,
    codes: ["signed_out", "changed"],
  },
  moveText: {
    ...pages,
    path: staffTextAddressPath(":slug"),
    screen: staffTextPath(":slug"),
    summary: "Gives a page of text another address, to which the earlier one leads",
    body: z.object(textAddressForm.body),
    fieldErrors,
    codes: ["signed_out"],
  },
  removeText: {
    ...pages,
    path: staffTextRemovalPath(":slug"),
    screen: staffTextPath(":slug"),
    summary: "Removes a page of text",
    body: z.object({ seen, confirmed: z.enum(["", "1"]).default("") }),
    codes: ["signed_out", "changed", "unconfirmed"],
  },
  addRedirect: {
    ...pages,
    path: staffRedirectsPath,
    screen: staffPagesPath,
    summary: "Lets an old address lead to a new one",
    body: z.object(redirectForm.body),
    codes: ["signed_out", "changed"],
  },
  addRedirects: {
    ...pages,
    path: staffRedirectLinesPath,
    screen: staffPagesPath,
    summary: "Lets the old addresses of all lines lead to new ones, or none of them",
    body: z.object(redirectLinesForm.body),
    fieldErrors,
    codes: ["signed_out"],
  },
  removeRedirect: {
    ...pages,
    path: staffRedirectRemovalPath,
    screen: staffPagesPath,
    summary: "Lets an old address lead nowhere again",
    body: z.object({ path: textBody(2000), seen }),
    codes: ["signed_out", "changed"],
  },
  saveNavigation: {
    ...pages,
    path: staffNavigationPath,
    summary: "Saves the links of the header and the footer",
    body: z.object({ ...navigationForm.body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed"],
  },
  uploadLogo: {
    ...pages,
    path: staffLogoPath,
    screen: staffSettingsPath,
    summary: "Gives the shop a logo, which stands for its name in the header, or one for dark pages",
    file: { field: "picture", types: pictureTypes },
    codes: ["signed_out"],
    needs: "settings:write",
  },
  removeLogo: {
    ...pages,
    path: staffLogoRemovalPath,
    screen: staffSettingsPath,
    summary: "Shows the shop’s name in place of a logo again, or the logo in place of the one for dark pages",
    body: z.object({ scheme: z.enum(["light", "dark"]).default("light"), seen }),
    codes: ["signed_out", "changed"],
    needs: "settings:write",
  },
  saveSettings: {
    ...pages,
    path: staffSettingsPath,
    summary: "Saves what the shop is called, how it looks, and its legal lines",
    body: z.object({ ...settingsForm(noSettings).body, seen }),
    fieldErrors,
    codes: ["signed_out", "changed"],
    needs: "settings:write",
  },
} as const satisfies Record<string, StaffCall>;
