import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./lost-focus.ts";

type Props = ComponentProps<"button"> & {
  busy: boolean;
  kind?: "primary" | "secondary" | "quiet" | "danger" | "link" | undefined;
};

/**
 * A submit button. While its call runs it is disabled with a spinner (requirements 34, 35); then it
 * gets the focus back, unless the focus went elsewhere.
 */
export function SubmitButton({ busy, kind = "primary", className = "", disabled, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (wasBusy.current && !busy && isFocusLost()) button.current?.focus({ preventScroll: true });
    wasBusy.current = busy;
  }, [busy]);
  return (
    <button
      {...rest}
      ref={button}
      className={`button button--${kind} ${className}`}
      aria-busy={busy || undefined}
      disabled={busy || disabled}
    />
  );
}
