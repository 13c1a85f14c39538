import { svg } from "./draw.ts";

/** The shop's mark: a sprig on a base, simple enough for 16 pixels. */
export function drawBrandMark(): string {
  const sprig = "M32 40C32 24 40 12 53 10c1 15-6 26-21 30zM31 40C30 30 23 21 11 20c0 12 7 19 20 20z";
  const content = [
    '<rect width="64" height="64" rx="15" fill="#1f5c35"/>',
    `<path d="${sprig}" fill="#faf6ec"/>`,
    '<path d="M31.5 26v17" stroke="#1f5c35" stroke-width="2" stroke-linecap="round"/>',
    '<path d="M31.5 36v10" stroke="#faf6ec" stroke-width="3.4" stroke-linecap="round"/>',
    '<path d="M15 50h34" stroke="#faf6ec" stroke-width="4.4" stroke-linecap="round"/>',
  ];
  return svg(64, 64, content.join(""));
}
