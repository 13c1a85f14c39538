import type { BannerRotationProps } from "../../islands/content/banner-rotation.props.ts";

export const states = {
  "three banners": { of: "banners", names: ["Half a kilo of hoodie", "For the bench in October", "Sewn to be mended"] },
} satisfies Record<string, BannerRotationProps>;
