import { useEffect } from "react";
import { closeSent } from "../stores/staff-drafts.ts";
import { keepDraft } from "./draft-of-form.ts";
import type { FormDraftsProps } from "./form-drafts.props.ts";

/** By its address: a form of a new record and those of the records have each their own. */
const pathOf = (form: HTMLFormElement): string => new URL(form.getAttribute("action") ?? "", location.href).pathname;

/** The forms of the page whose drafts are kept; shows nothing of its own. */
export default function FormDrafts({ owner, isAnswer }: FormDraftsProps) {
  useEffect(() => {
    closeSent({ isAnswer });
    const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-draft]")];
    const ends = forms.map((form) => {
      const path = pathOf(form);
      return keepDraft(form, { key: `${owner}:${path}`, path, isAnswer: isAnswer && path === location.pathname });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [owner, isAnswer]);
  return null;
}
