import { type MouseEvent, useEffect, useRef } from "react";
import { socialPath } from "../../server/identity/paths.ts";
import { openPopup } from "./popup.ts";
import type { SocialButtonsProps } from "./social-buttons.props.ts";

/**
 * Links to the providers (requirement 180). With popups a press opens a popup, and the page
 * navigates when the popup reports (requirement 183).
 */
export default function SocialButtons({ providers, next, popup }: SocialButtonsProps) {
  const close = useRef<() => void>(() => {});
  useEffect(() => () => close.current(), []);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    close.current();
    const opened = openPopup(event.currentTarget.href);
    // A browser that opens no popup follows the link.
    if (!opened) return;
    event.preventDefault();
    close.current = opened;
  };
  const query = next ? `?next=${encodeURIComponent(next)}` : "";
  return (
    <ul className="stack" aria-label="Other ways to sign in">
      {providers.map(({ place, label }) => (
        <li key={place}>
          <a
            className="button button--secondary button--large button--wide"
            href={socialPath(place) + query}
            rel="nofollow"
            onClick={popup ? press : undefined}
          >
            Continue with {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
