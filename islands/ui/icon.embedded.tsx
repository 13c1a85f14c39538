import { iconShapes } from "./embedded/icon-shapes.ts";

/** One of the shop's icons, including its shape, since the page has no icon file. */
export const Icon = ({ name, turn }: { name: string; turn?: "left" | "right" | "up" }) => (
  <svg className={turn ? `icon icon--${turn}` : "icon"} viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconShapes[name]} />
  </svg>
);
