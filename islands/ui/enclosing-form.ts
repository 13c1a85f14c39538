import { type RefObject, useEffect, useRef } from "react";

/**
 * Handles the submission of the page's form around a button. `send` may still submit the form
 * natively, by its `submit`.
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
