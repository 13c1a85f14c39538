import type { BannerRotationProps } from "../../islands/content/banner-rotation.props.ts";

export const states = {
  "three banners": { of: "banners", names: ["Half a kilo of hoodie", "For the bench in October", "Sewn to be mended"] },
} satisfies Record<string, BannerRotationProps>;

/** The banners that the island rotates, and its own icons (views/content/rotation.hbs). */
export const beside = `<section class="rotation">
  <svg hidden xmlns="http://www.w3.org/2000/svg"><symbol id="i-Pause" viewBox="0 0 24 24"><path d="M9 5.5v13M15 5.5v13"/></symbol><symbol id="i-Play" viewBox="0 0 24 24"><path d="M8 5.5v13l10.5-6.5z"/></symbol></svg>
  <div class="rotation__controls"><!--island--></div>
  <div class="rotation__track" id="banners">${["Hoodie", "Bench", "Mended"].map((name) => `<p class="hero">${name}</p>`).join("")}</div>
</section>`;
