import { type RefObject, type SubmitEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { FieldError, RefusalCode } from "../../server/outcome.ts";
import { CallError } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { usePendingAction } from "./pending-action.ts";

export type Fields = Record<string, string>;

/** The answers that every form call may give instead of success. */
export type FormAnswer = {
  errors?: readonly FieldError[];
  /** replaces the usual text of the toast; empty if no toast is needed */
  message?: string;
};

type InitialErrors = { errors: readonly FieldError[]; formError?: string | undefined };

export type FormState = {
  /** the form's own attributes */
  form: { ref: RefObject<HTMLFormElement | null>; onInput(): void; onSubmit(event: SubmitEvent<HTMLFormElement>): void };
  busy: boolean;
  /** some required field is empty; always false before hydration */
  incomplete: boolean;
  formError: string | undefined;
  errorOf(field: string): string | undefined;
  /** whether there is an error with this code, if the form does more than show its message */
  hasError(code: string): boolean;
};

/**
 * A form with uncontrolled fields. `submit` gets their values by name and resolves with the errors,
 * if any. Each message is shown at its field; the page opens the `<details>` around the first field
 * with an error, scrolls to the field, and focuses it. Other messages are shown above the form.
 */
export function useFormState(initial: InitialErrors, submit: (fields: Fields) => Promise<FormAnswer>): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [busy, attempt] = usePendingAction();
  const [incomplete, setIncomplete] = useState(false);
  const [{ errors, formError }, show] = useState(initial);

  const look = useCallback(() => setIncomplete(isIncomplete(ref.current)), []);
  useLayoutEffect(look);
  // Password managers and autofill may set values without an input event, some only after the page
  // has loaded.
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const kind of ["change", "focusin"]) ref.current?.addEventListener(kind, look, listening);
    addEventListener("load", look, listening);
    return () => listening.abort();
  }, [look]);
  useLayoutEffect(() => {
    if (errors !== initial.errors) goToFirstError(ref.current);
  }, [errors, initial.errors]);

  const send = async (form: HTMLFormElement) => {
    show({ errors: [] });
    const { errors: failed = [], message = "some errors found" } = await submit(formFields(form));
    if (failed.length === 0) return;
    show({ errors: failed, formError: unplacedErrors(form, failed) });
    if (message) toast("error", message);
  };

  return {
    form: {
      ref,
      onInput: look,
      onSubmit(event) {
        event.preventDefault();
        const form = event.currentTarget;
        void attempt(() => send(form).catch(follow));
      },
    },
    busy,
    incomplete,
    formError,
    errorOf: (field) => errors.find((error) => error.field === field)?.message,
    hasError: (code) => errors.some((error) => error.code === code),
  };
}

/**
 * Reloads the page if the checkout is paid or being paid, or if its cart must be changed first: the
 * server then redirects.
 */
function follow(refusal: unknown): never {
  if (refusal instanceof CallError && refusal.code && elsewhere.includes(refusal.code)) location.reload();
  throw refusal;
}

const elsewhere: readonly RefusalCode[] = ["completed", "paying", "held", "outcome_unknown", "out_of_stock", "cart_empty"];

/** The values of a form, by the names of its fields. */
export const formFields = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Fields;

/**
 * The form's enabled controls. Those of a hidden billing form are excluded, as in the form's data.
 */
const controlsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden]),select")].filter(
    (one) => !one.closest("fieldset[disabled]"),
  );

function isIncomplete(form: HTMLFormElement | null): boolean {
  if (!form) return false;
  const formData = new FormData(form);
  return controlsOf(form).some(({ required, name }) => required && !String(formData.get(name) ?? "").trim());
}

/** Messages for fields that this form does not show. */
function unplacedErrors(form: HTMLFormElement, errors: readonly FieldError[]): string | undefined {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  return errors.flatMap(({ field, message }) => (names.has(field) ? [] : [message])).join(" ") || undefined;
}

function goToFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  first?.closest("details")?.setAttribute("open", "");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  first?.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "center" });
  first?.focus({ preventScroll: true });
}
