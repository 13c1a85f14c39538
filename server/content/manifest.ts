import { homePath } from "../paths.ts";
import { iconsOf } from "./icons.ts";

type Purpose = "any" | "maskable";

const icon = (src: string, size: number, purpose: Purpose) => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The web manifest: the name and icon with which a browser installs the shop as an app. */
export function manifestOf(storeName: string, isDemo: boolean): object {
  const { drawing, png } = iconsOf(isDemo);
  const pngIcon = (size: 192 | 512, purpose: Purpose) => icon(png(size), size, purpose);
  return {
    id: homePath,
    name: storeName,
    short_name: storeName,
    start_url: homePath,
    scope: "/",
    display: "browser",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    icons: [
      { src: drawing, sizes: "any", type: "image/svg+xml" },
      pngIcon(192, "any"),
      pngIcon(512, "any"),
      pngIcon(512, "maskable"),
    ],
  };
}
