import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import type { ScrollArrowsProps } from "./scroll-arrows.props.ts";

const elementById = (id: string) => document.getElementById(id) as HTMLElement;

/**
 * Scrolls a list by its visible width. At an end one arrow is disabled but keeps the focus. If
 * nothing overflows, both are disabled and the stylesheet hides them.
 */
export default function ScrollArrows({ of, name }: ScrollArrowsProps) {
  // 1 at the start, 2 at the end, 3 if all is visible; one pixel of difference is rounding.
  const [ends, setEnds] = useState(1);
  useEffect(() => {
    const list: HTMLElement | null = elementById(of);
    // The list is missing if loading of the page was stopped.
    if (!list) return;
    const updateEnds = () => {
      const before = list.scrollLeft;
      const after = list.scrollWidth - list.clientWidth - before;
      setEnds((before < 2 ? 1 : 0) + (after < 2 ? 2 : 0));
    };
    const sizes = new ResizeObserver(updateEnds);
    sizes.observe(list);
    list.onscroll = updateEnds;
    return () => sizes.disconnect();
  }, [of]);
  const arrow = (turn: "left" | "right", label: string, end: number) => (
    <button
      type="button"
      className="arrow"
      aria-label={`${label}: ${name}`}
      aria-disabled={(ends & end) > 0}
      onClick={() => elementById(of).scrollBy(elementById(of).clientWidth * (end > 1 ? 1 : -1), 0)}
    >
      <Icon name="chevron" turn={turn} />
    </button>
  );
  return (
    <>
      {arrow("left", "Previous", 1)}
      {arrow("right", "Next", 2)}
    </>
  );
}

ScrollArrows.needsPage = true;
