import { useEffect } from "react";
import { closeSent } from "../stores/staff-drafts.ts";
import { keepDraft } from "./draft-of-form.ts";
import type { FormDraftsProps } from "./form-drafts.props.ts";

const addressOf = (form: HTMLFormElement): URL => new URL(form.getAttribute("action") ?? "", location.href);

/** Keeps the drafts of the page's forms; renders nothing. */
export default function FormDrafts({ owner, isAnswer }: FormDraftsProps) {
  useEffect(() => {
    closeSent({ isAnswer });
    const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-draft]")];
    const ends = forms.map((form) => {
      // Each form has its own address: the form of a new record, of each record, and of each view
      // of a grid.
      const { pathname: path, search } = addressOf(form);
      return keepDraft(form, { key: `${owner}:${path}${search}`, path, isAnswer: isAnswer && path === location.pathname });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [owner, isAnswer]);
  return null;
}

FormDrafts.needsPage = true;
