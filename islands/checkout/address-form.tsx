import type { ShippingAnswer } from "../../server/checkout/calls.ts";
import { report } from "../analytics.ts";
import { call } from "../call.ts";
import { AddressFields, addressOf } from "../ui/address-fields.tsx";
import { FormActions } from "../ui/form-actions.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { SavedAddresses } from "../ui/saved-addresses.tsx";
import type { AddressFormProps } from "./address-form.props.ts";
import { showStep } from "./steps.ts";

/** The shipping address step (requirements 71–81). */
export default function AddressForm({ checkoutId, action, token, typed, countries, saved, ...props }: AddressFormProps) {
  const { errors, formError, back, saveLabel } = props;
  const state = useFormState({ errors, formError }, async (fields) => {
    const saveForLater = "saveForLater" in fields;
    const accepted = "acceptPostalCode" in fields && { acceptPostalCode: true };
    const address = { shippingAddress: addressOf(fields), checkoutId, saveForLater, ...accepted };
    const answer = await call<ShippingAnswer>("POST", action, address);
    if (answer.errors?.length) return answer;
    if (answer.analytics) report("add_shipping_info", answer.analytics);
    await showStep("shipping_method", checkoutId);
    return answer;
  });
  return (
    <form className="stack" method="post" action={action} noValidate {...state.form}>
      <HiddenFields checkoutId={checkoutId} _csrf={token} />
      <Notice kind="error" text={state.formError} />
      <SavedAddresses saved={saved} typed={typed} state={state}>
        {(values, key) => (
          <>
            <AddressFields key={key} typed={values} countries={countries} kind="shipping" state={state} />
            {state.hasError("area_mismatch") && (
              <label className="check">
                <input type="checkbox" name="acceptPostalCode" value="true" />
                <span>Use this address as entered</span>
              </label>
            )}
            <label className="check">
              <input type="checkbox" name="saveForLater" value="true" defaultChecked={typed.saveForLater} />
              <span>{saveLabel}</span>
            </label>
          </>
        )}
      </SavedAddresses>
      <FormActions back={back} busy={state.busy} incomplete={state.incomplete}>
        Continue
      </FormActions>
    </form>
  );
}
