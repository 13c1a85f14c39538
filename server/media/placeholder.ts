/** Shown where there is no picture, or none yet. */
export const placeholderKey = "placeholder";

/** An empty frame without a background: it is visible on white and on black. */
export const drawPlaceholder = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 960" width="960" height="960">',
    '<g fill="none" stroke="#7d837e" stroke-width="14" stroke-linejoin="round">',
    '<rect x="300" y="330" width="360" height="300" rx="20"/><circle cx="400" cy="425" r="34"/>',
    '<path d="M300 590l110-100 80 70 80-90 90 90"/></g></svg>',
  ].join("");
