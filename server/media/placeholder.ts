/** Shown if there is no picture, or none yet. */
export const placeholderKey = "placeholder";

/** A seedling on its own light ground, which covers the backdrop. */
export const drawPlaceholder = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 960" width="960" height="960">',
    '<rect width="960" height="960" fill="#f1efe7"/><circle cx="480" cy="470" r="250" fill="#e6e4d9"/>',
    '<g fill="none" stroke="#8b9a8c" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">',
    '<path d="M480 640V440M370 640h220"/>',
    '<path d="M480 520c-100 10-150-50-150-140 95-5 150 45 150 140z" fill="#d5dccf"/>',
    '<path d="M480 450c0-85 45-130 135-130 0 90-45 135-135 130z" fill="#d5dccf"/></g></svg>',
  ].join("");
