import { type KeyboardEvent, useState } from "react";
import type { FieldAnswer, SavedField } from "../../server/customers/calls.ts";
import { profileFieldPath, signInPath } from "../../server/customers/paths.ts";
import { sensitiveCall } from "../stores/sensitive-call.ts";
import { toast } from "../stores/toasts.ts";
import { Field, Select } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useDisclosure } from "./disclosure.ts";
import { withMessage } from "./messages.ts";
import type { ProfileFieldProps } from "./profile-field.props.ts";

type FieldValue = Pick<SavedField, "value" | "shown">;

/** One field of the profile in view and edit mode (requirements 193–198). */
export default function ProfileField(props: ProfileFieldProps) {
  const { field, label, shown, value, pending, typed, error, ...form } = props;
  // The errors of a native form are shown until the form is closed.
  const [refused, forget] = useState<{ typed?: string | undefined; error?: string | undefined }>({ typed, error });
  const [saved, keep] = useState<FieldValue>({ shown, value });
  const [waiting, wait] = useState(pending);
  const { mode, fold, opener, edit, view } = useDisclosure();
  const leave = () => {
    forget({});
    view();
  };
  const done = (answer: FieldValue) => {
    toast("success", `${field} saved correctly`);
    leave();
    if (field !== "email") return keep(answer);
    wait(answer.value);
    setTimeout(() => location.assign(signInPath), 3000);
  };
  return (
    <>
      <div className="record__view" hidden={mode === "edit"}>
        <h2 className="record__name">{label}</h2>
        <p key={saved.shown} className="record__value">
          {saved.shown || <span className="soft">Not provided</span>}
        </p>
      </div>
      {mode !== "asleep" && (
        <button ref={opener} className="button button--quiet record__edit" type="button" hidden={mode === "edit"} onClick={edit}>
          Edit<span className="visually-hidden"> {label}</span>
        </button>
      )}
      <details className="record__fold" ref={fold} open={mode === "asleep" ? typed !== undefined : mode === "edit"}>
        <summary className="button button--quiet" hidden={mode !== "asleep"}>
          Edit<span className="visually-hidden"> {label}</span>
        </summary>
        {mode !== "view" && (
          <FieldForm {...form} {...refused} field={field} label={label} done={done} value={saved.value} cancel={leave} />
        )}
      </details>
      {field === "email" && (
        <p className="record__note" role="status">
          {waiting && (
            <span key={waiting}>
              {`Please confirm ${waiting} with the link we sent there. Until then, sign in with ${saved.shown}.`}
            </span>
          )}
        </p>
      )}
    </>
  );
}

type FormProps = Omit<ProfileFieldProps, "shown" | "pending" | "typed" | "error"> & {
  typed?: string | undefined;
  error?: string | undefined;
  done(answer: FieldValue): void;
  cancel(): void;
};

function FieldForm({ field, label, token, value, typed = value, error, options, done, cancel, ...props }: FormProps) {
  const action = profileFieldPath(field);
  const [errors] = useState(error ? [{ field: "value", message: error }] : []);
  const state = useFormState({ errors }, async ({ value: newValue }) => {
    const answer = await sensitiveCall<FieldAnswer>("PUT", action, { value: newValue }).catch(
      withMessage(`error saving the ${field}`),
    );
    if (!answer.errors) done(answer);
    return { errors: answer.errors?.map(({ message }) => ({ field: "value", message })) ?? [] };
  });
  const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && !state.busy && cancel();
  const shared = { id: field, name: "value", label, typed, error: state.errorOf("value"), autoComplete: props.autoComplete };
  return (
    <form className="stack" method="post" action={action} noValidate {...state.form} onKeyDown={onKeyDown}>
      <HiddenFields _csrf={token} _method="PUT" />
      {options ? (
        <Select {...shared}>
          <option value="">Choose</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === typed}>
              {option.label}
            </option>
          ))}
        </Select>
      ) : (
        <Field {...shared} type={props.type ?? "text"} inputMode={props.inputMode} />
      )}
      <div className="row">
        <SubmitButton busy={state.busy} disabled={state.incomplete}>
          Save
        </SubmitButton>
        <button
          className="button button--quiet"
          type="submit"
          form="leave"
          disabled={state.busy}
          onClick={(event) => {
            event.preventDefault();
            cancel();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
