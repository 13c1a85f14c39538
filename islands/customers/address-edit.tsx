import type { ComponentProps } from "react";
import type { AddressAnswer } from "../../server/customers/calls.ts";
import { addressPath, settingsPath } from "../../server/customers/paths.ts";
import { savedNames } from "../../server/customers/rules/saved-names.ts";
import { call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { AddressFields } from "../ui/address-fields.tsx";
import type { Country } from "../ui/address-shape.ts";
import { setReloadMark } from "../ui/after-reload.ts";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { toastDelay, withMessage } from "./messages.ts";

type Props = {
  /** an address by its id, or `new` */
  block: string;
  token: string;
  countries: readonly Country[];
  typed: Record<string, unknown>;
  errors: { field: string; message: string }[];
  formError: string | undefined;
  cancel: ComponentProps<"a">;
  onSaved(answer: AddressAnswer): void;
};

/** The form of one address. After a new address the page is reloaded (requirement 211). */
export function AddressEdit({ block, token, countries, typed, errors, formError, cancel, onSaved }: Props) {
  const isNew = block === "new";
  const state = useFormState({ errors, formError }, async ({ _csrf, _method, ...fields }) => {
    const saving = call<AddressAnswer>(isNew ? "POST" : "PUT", addressPath, fields);
    const answer = await saving.catch(withMessage("error saving the address"));
    if (answer.errors?.length) return answer;
    toast("success", "address saved correctly");
    if (!isNew) onSaved(answer);
    else {
      await toastDelay();
      setReloadMark(block);
      location.assign(settingsPath);
    }
    return answer;
  });
  return (
    <form className="stack" method="post" action={addressPath} noValidate {...state.form}>
      <HiddenFields _csrf={token} _method={isNew ? undefined : "PUT"} id={isNew ? undefined : block} />
      <Notice kind="error" text={state.formError} />
      <AddressFields typed={typed} countries={countries} state={state} kind="shipping" names={savedNames} />
      <div className="row">
        <SubmitButton busy={state.busy}>Save</SubmitButton>
        <a className="button button--quiet" {...cancel}>
          Cancel
        </a>
      </div>
    </form>
  );
}
