import { useEffect, useLayoutEffect, useState } from "react";
import { CallError } from "../call.ts";
import { $pendingPromoCode } from "../stores/promo.ts";
import { FormActions } from "../ui/form-actions.tsx";
import { formFields, useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { usePageShow } from "../ui/page-show.ts";
import { isWorkRequired, usePressWork } from "../ui/press-work.ts";
import { canWork } from "../ui/proof-of-work.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { useAgreedQuote } from "./agreed-quote.ts";
import { Billing, billingAddressOf, useBillingChoice } from "./billing.tsx";
import { CardFields, cardOf, wipeCard } from "./card-fields.tsx";
import { ChangesNotice } from "./changes-notice.tsx";
import { useFormKey } from "./form-key.ts";
import { MeansChoice } from "./means-choice.tsx";
import { openPage, pay, paymentTexts } from "./pay.ts";
import { isClosed } from "./paying.ts";
import type { PaymentFormProps } from "./payment-form.props.ts";
import { showStep } from "./steps.ts";

/** The payment step (requirements 87–110). */
export default function PaymentForm(props: PaymentFormProps) {
  const { checkoutId, action, token, back } = props;
  const agreed = useAgreedQuote(props);
  const press = useFormKey(props.formKey);
  const choice = useBillingChoice();
  const [refused, refuse] = useState<string>();
  const [means, choose] = useState<string>();
  const work = usePressWork();
  const state = useFormState(props, async (fields) => {
    refuse(undefined);
    // A shopper who typed a code and pressed Pay at once wants both. The code is applied first;
    // then the changed total needs another press.
    const refusal = await $pendingPromoCode.get()?.();
    if (refusal) return { errors: [{ field: "promoCode", message: refusal }] };
    const order = {
      action,
      checkoutId,
      quote: agreed.quote,
      formKey: press.formKey,
      billingAddress: billingAddressOf(fields),
      sameAsShipping: fields.sameAsShipping !== "false",
      means: fields.means,
      readCard: () => (props.hosted ? undefined : cardOf(ref.current ? formFields(ref.current) : fields)),
      work: work.begin(fields.work),
    };
    try {
      const answer = await pay(order);
      if (!answer) return {};
      if ("page" in answer) openPage(answer.page);
      else if ("orderId" in answer && answer.orderId) await leave(answer.orderId);
      else press.learn(answer);
      return answer;
    } catch (refusal) {
      agreed.learn(refusal);
      press.learn(refusal);
      // If this browser cannot do the proof of work, the form is sent natively, as without scripts.
      // The page then offers a mailed link instead.
      if (isWorkRequired(refusal) && !canWork()) return ref.current?.submit() ?? {};
      if (refusal instanceof CallError && refusal.code !== "changed") refuse(refusal.message);
      // A payment of this checkout is under way already. The reloaded page waits for its outcome.
      if (refusal instanceof CallError && refusal.code === "paying") leaveWhenClosed();
      throw refusal;
    }
  });
  const { ref } = state.form;
  const leave = (orderId: string) => {
    wipeCard(ref.current);
    return showStep("confirmation", orderId, paymentTexts);
  };
  useEffect(() => {
    const wipe = () => wipeCard(ref.current);
    addEventListener("pagehide", wipe);
    return () => removeEventListener("pagehide", wipe);
  }, [ref]);
  usePageShow(leaveWhenClosed);
  // A payment method may have been chosen before the form was hydrated.
  useLayoutEffect(() => choose(ref.current?.querySelector<HTMLInputElement>("[name=means]:checked")?.value), [ref]);
  const Card = props.means ? "fieldset" : "section";
  return (
    <form className="stack" method="post" action={action} noValidate {...state.form}>
      <HiddenFields checkoutId={checkoutId} quote={agreed.quote} formKey={press.formKey} work={props.work} _csrf={token} />
      <Notice kind="error" text={state.formError} />
      <section className="checkout__section">
        <h2>Billing address</h2>
        <Billing {...props} choice={choice} state={state} />
      </section>
      {props.means && (
        <MeansChoice means={props.means} chosen={props.typed.means} error={state.errorOf("means")} choose={choose} />
      )}
      <Card className="checkout__section" {...(means && { disabled: true })}>
        <h2>Card</h2>
        {props.hosted ? (
          <p>You enter your card on our payment provider’s page.</p>
        ) : (
          <CardFields yearNow={props.yearNow} errorOf={state.errorOf} />
        )}
      </Card>
      <Notice kind="error" text={refused} />
      <ChangesNotice changes={agreed.changes} why={agreed.why} first={props.changes.length > 0} />
      {agreed.total && (
        <p className="row row--apart">
          <span>Total</span>
          <strong translate="no">{agreed.total}</strong>
        </p>
      )}
      <FormActions back={back} busy={state.busy} incomplete={state.incomplete}>
        {props.means ? "Place order ·" : "Pay"}
        {agreed.total && <span translate="no">{` ${agreed.total}`}</span>}
      </FormActions>
      <WorkProgress part={work.part} text="Checking this payment first. This takes a few seconds." />
    </form>
  );
}

/**
 * Reloads the page if its checkout is paid or being paid by now: the server then redirects, or
 * shows the wait for the payment. The browser's Back button may restore the page of such a
 * checkout.
 */
function leaveWhenClosed(): void {
  const id = document.querySelector<HTMLInputElement>("[name=checkoutId]")?.value ?? "";
  isClosed(id).then(
    (closed) => closed && location.reload(),
    () => {},
  );
}
