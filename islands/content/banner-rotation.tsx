import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import type { BannerRotationProps } from "./banner-rotation.props.ts";

/**
 * Shows the next banner every 3000 ms. It stops while the shopper has paused it, has the pointer or
 * focus in it, sees another tab or prefers reduced motion.
 */
export default function BannerRotation({ of, names }: BannerRotationProps) {
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [rests, setRests] = useState(true);
  const isStill = paused || rests;
  useEffect(() => {
    const list = document.getElementById(of) as HTMLElement;
    const frame = list.parentElement as HTMLElement;
    const followFocus = () =>
      setRests(frame.matches(":hover,:focus-within") || matchMedia("(prefers-reduced-motion:reduce)").matches);
    for (const event of ["mouseenter", "mouseleave", "focusin", "focusout"]) frame.addEventListener(event, followFocus);
    list.addEventListener("scroll", () => setAt(Math.round(list.scrollLeft / list.clientWidth)));
    followFocus();
  }, [of]);
  useEffect(() => {
    const list = document.getElementById(of) as HTMLElement;
    const turn = () => {
      // The first banner follows the last. Two pixels compensate rounding; they are not visible,
      // since the list snaps.
      if (!isStill && !document.hidden) list.scrollTo((list.scrollLeft + list.clientWidth + 2) % list.scrollWidth, 0);
    };
    const timer = setInterval(turn, 3000);
    return () => clearInterval(timer);
  }, [of, isStill]);
  const press = paused ? "Play" : "Pause";
  return (
    <>
      <button type="button" className="arrow" aria-label={`${press} banners`} onClick={() => setPaused(!paused)}>
        <Icon name={press} />
      </button>
      <p aria-live={isStill ? "polite" : "off"}>
        <span key={at}>
          <span className="visually-hidden">{names[at]}: </span>
          {at + 1} of {names.length}
        </span>
      </p>
    </>
  );
}

BannerRotation.needsPage = true;
