import { z } from "zod";
import { fieldErrors } from "../../web/call.ts";
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
import { seen } from "../schema.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

/** The feature refuses too long fields in words; this bounds all of them. */
const text = (most: number) => z.string().max(most).default("");
const pages = { method: "POST", guard: "csrf", answer: nothing, needs: "pages:write" } as const;

const bannerBody = z.object({
  ...{ page: text(64), position: text(10), active: text(1), title: text(2000), subtitle: text(2000) },
  ...{ ctaText: text(2000), ctaLink: text(2000), background: text(2000), backgroundAlt: text(2000) },
  ...{ image: text(2000), imageAlt: text(2000), startsAt: text(40), endsAt: text(40), seen },
});
const shopBody = z.object({
  ...{ storeName: text(2000), timeZone: text(100), homeTitle: text(2000), homeDescription: text(2000), tagline: text(2000) },
  ...{ smallPrint: text(20_000), emailLegal: text(20_000), invoiceLegal: text(20_000), contactEmail: text(2000) },
  ...{
    contactPhone: text(2000),
    contactAddress: text(20_000),
    accentLight: text(40),
    accentDark: text(40),
    returnDays: text(40),
    seen,
  },
});

const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"] as const;

export const contentStaffCalls = {
  saveBanner: {
    ...pages,
    path: staffBannerPath(":id"),
    summary: "Saves a banner, or adds one",
    body: bannerBody,
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
      ...{ slug: text(2000), title: text(2000), description: text(5000), markdown: text(400_000) },
      ...{ intent: z.enum(["save", "preview"]).default("save"), seen },
    }),
    fieldErrors,
    codes: ["signed_out", "changed"],
  },
  moveText: {
    ...pages,
    path: staffTextAddressPath(":slug"),
    screen: staffTextPath(":slug"),
    summary: "Gives a page of text another address, to which the earlier one leads",
    body: z.object({ slug: text(2000) }),
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
    body: z.object({ path: text(2000), target: text(2000) }),
    codes: ["signed_out", "changed"],
  },
  addRedirects: {
    ...pages,
    path: staffRedirectLinesPath,
    screen: staffPagesPath,
    summary: "Lets the old addresses of all lines lead to new ones, or none of them",
    body: z.object({ lines: text(400_000) }),
    fieldErrors,
    codes: ["signed_out"],
  },
  removeRedirect: {
    ...pages,
    path: staffRedirectRemovalPath,
    screen: staffPagesPath,
    summary: "Lets an old address lead nowhere again",
    body: z.object({ path: text(2000), seen }),
    codes: ["signed_out", "changed"],
  },
  saveNavigation: {
    ...pages,
    path: staffNavigationPath,
    summary: "Saves the links of the header and the footer",
    body: z.object({ header: text(20_000), footer: text(20_000), seen }),
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
    body: shopBody,
    fieldErrors,
    codes: ["signed_out", "changed"],
    needs: "settings:write",
  },
} as const satisfies Record<string, StaffCall>;
