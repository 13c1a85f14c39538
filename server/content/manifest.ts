import { homePath } from "../paths.ts";

const icon = (size: number, purpose: "any" | "maskable") => ({
  src: `/static/icons/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The web manifest: the shop's name and icon where it is installed as an app. */
export const manifestOf = (storeName: string): object => ({
  id: homePath,
  name: storeName,
  short_name: storeName,
  start_url: homePath,
  scope: "/",
  display: "browser",
  background_color: "#fbfaf6",
  theme_color: "#fbfaf6",
  icons: [
    { src: "/static/favicon.svg", sizes: "any", type: "image/svg+xml" },
    icon(192, "any"),
    icon(512, "any"),
    icon(512, "maskable"),
  ],
});
