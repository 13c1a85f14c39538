/** One of the page's icons (views/ui/icons.hbs). */
export const Icon = ({ name, turn }: { name: string; turn?: "left" | "right" | "up" }) => (
  <svg className={turn ? `icon icon--${turn}` : "icon"} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
);
