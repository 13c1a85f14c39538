import { type RefObject, useEffect, useRef } from "react";

/**
 * Replaces the submission of a form of the page's own, for a button in it. `send` may let the
 * browser send it after all, by the form's `submit`.
 */
export function useEnclosingForm(button: RefObject<HTMLElement | null>, send: (form: HTMLFormElement) => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const form = button.current?.closest("form");
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      if (form) latest.current(form);
    };
    form?.addEventListener("submit", submit);
    return () => form?.removeEventListener("submit", submit);
  }, [button]);
}
