// The tests send these functions to a page as text, so each uses only its arguments and `find`.

/**
 * Finds an element by selector, or by selector and name. The name is its label, else its text, as a
 * whole or as a pattern.
 */
export type ElementQuery = { selector: string; name?: string; pattern?: string };

/** The visible elements that match a query. */
export function find({ selector, name, pattern }: ElementQuery): HTMLElement[] {
  const plain = (text: string | null | undefined) => text?.replace(/\s+/g, " ").trim() ?? "";
  const nameOf = (el: HTMLElement) => {
    const { labels } = el as HTMLInputElement;
    return plain(el.ariaLabel ?? (labels?.length ? [...labels].map(({ textContent }) => textContent).join(" ") : el.textContent));
  };
  const fits = (el: HTMLElement) =>
    (name === undefined || nameOf(el) === name) && (pattern === undefined || new RegExp(pattern).test(nameOf(el)));
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (el) => el.checkVisibility({ visibilityProperty: true }) && fits(el),
  );
}

/**
 * The middle of the first element, once it can be pressed: in view, enabled, at rest, and not
 * covered.
 */
export async function placeToPress(elements: HTMLElement[]): Promise<{ x: number; y: number } | string> {
  const [el] = elements;
  if (!el) return "it is not there";
  if (el.matches(":disabled")) return "it is disabled";
  const place = () => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const inSight = ({ x, y }: { x: number; y: number }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  const onTop = ({ x, y }: { x: number; y: number }) => {
    const top = document.elementFromPoint(x, y);
    return !!top && (el.contains(top) || !!(top.closest("label") as HTMLLabelElement | null)?.control?.isSameNode(el));
  };
  if (!inSight(place()) || !onTop(place())) el.scrollIntoView({ block: "center", behavior: "instant" });
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const after = place();
  // A busy machine may draw no frame for some time: a running animation then has not moved yet, but
  // will.
  const carries = ({ playState, effect }: Animation) =>
    playState === "running" &&
    effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
    !!(effect as KeyframeEffect | null)?.target?.contains(el);
  if (before.x !== after.x || before.y !== after.y || document.getAnimations().some(carries)) return "it moves";
  if (!inSight(after)) return "it is out of sight";
  return onTop(after) ? after : "something stands above it";
}

/**
 * Waits until every finite animation has ended and the visible pictures have loaded, for three
 * seconds at most.
 */
export async function atRest(): Promise<void> {
  const isMissing = (image: HTMLImageElement) => {
    const { top, left, width } = image.getBoundingClientRect();
    return !image.complete && width > 0 && top < innerHeight && left < innerWidth;
  };
  const isMoving = ({ playState, effect }: Animation) =>
    playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 60; tries++) {
    if (![...document.images].some(isMissing) && !document.getAnimations().some(isMoving)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
