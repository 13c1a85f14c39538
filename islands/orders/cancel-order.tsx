import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { cancelationPath, cancelationRequestPath } from "../../server/orders/paths.ts";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";
import { consumeReloadMark, setReloadMark } from "../ui/after-reload.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Select } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { cancelNow, requestCancelation } from "./cancel-calls.ts";
import type { CancelOrderProps } from "./cancel-order.props.ts";

const ends = {
  requested: "You asked us to cancel this order. We’ll review your request and reply by email.",
  canceled: "This order is canceled.",
};

/** ms that the success message is shown before the page is reloaded */
const reading = 1_500;

/** The mark for the reloaded page, whose message gets the focus. */
const mark = "cancel-order";

/**
 * Cancels the order at once, or sends a request to cancel it, with a reason. After a request
 * neither way is offered any more, also after a reload (requirements 231–244).
 */
export default function CancelOrder(props: CancelOrderProps) {
  const [end, setEnd] = useState<keyof typeof ends | undefined>(props.order.cancelationRequested ? "requested" : undefined);
  const message = useRef<HTMLParagraphElement>(null);
  const before = useRef(end);
  useLayoutEffect(() => {
    // The pressed button is gone, so the focus moves here.
    if (end !== before.current || consumeReloadMark(mark)) message.current?.focus();
  }, [end]);
  const [finished, setFinished] = useState(false);
  useEffect(() => {
    if (!finished) return;
    const timer = setTimeout(() => {
      // A canceled order's page has no element that could get the focus.
      if (end === "requested") setReloadMark(mark);
      location.reload();
    }, reading);
    return () => clearTimeout(timer);
  }, [finished, end]);
  const finish = (how: keyof typeof ends) => {
    setEnd(how);
    setFinished(true);
  };
  if (end)
    return (
      <p ref={message} tabIndex={-1}>
        {ends[end]}
      </p>
    );
  return (
    <div className="ways-out">
      {props.back !== undefined && <CancelNow {...props} back={props.back} onEnd={() => finish("canceled")} />}
      <AskToCancel {...props} onEnd={() => finish("requested")} />
    </div>
  );
}

const keep = "Keep the order";

type Way = CancelOrderProps & { onEnd: () => void };

function CancelNow({ order, token, next, back, onEnd }: Way & { back: string }) {
  const [busy, attempt] = usePendingAction();
  const cancel = async (close: () => void) => {
    const canceled = await cancelNow(order.id);
    close();
    if (canceled) onEnd();
  };
  return (
    <section>
      <h3>Cancel it now</h3>
      <p>It hasn’t shipped yet. {back}</p>
      <ConfirmDialog label="Cancel order now" title={`Cancel order ${order.number}?`} id="cancel-now" keep={keep} destructive>
        {(close) => (
          <form
            className="stack"
            method="post"
            action={cancelationPath(order.id)}
            onSubmit={(event) => {
              event.preventDefault();
              void attempt(() => cancel(close));
            }}
          >
            <HiddenFields _method="DELETE" _csrf={token} next={`${next}canceled`} />
            <p>{back} This cannot be undone.</p>
            <SubmitButton busy={busy} kind="danger" className="button--wide">
              Yes, cancel the order
            </SubmitButton>
          </form>
        )}
      </ConfirmDialog>
    </section>
  );
}

const nothing = { errors: [] };

function AskToCancel({ order, userEmail, token, next, typed, back, onEnd }: Way) {
  const request = { orderNumber: order.number, orderId: order.id, userEmail };
  return (
    <section>
      <h3>{back === undefined ? "Cancel this order" : "Or ask us first"}</h3>
      <p>Tell us why. Nothing changes until we’ve reviewed your request and replied by email.</p>
      <ConfirmDialog
        label="Ask us to cancel"
        title="Why do you want to cancel?"
        id="ask-to-cancel"
        keep={keep}
        open={typed !== undefined}
      >
        {(close) => <ReasonForm request={request} token={token} next={next} typed={typed} close={close} onEnd={onEnd} />}
      </ConfirmDialog>
    </section>
  );
}

type Reason = Pick<Way, "token" | "next" | "typed" | "onEnd"> & {
  request: { orderNumber: string; orderId: string; userEmail: string };
  close: () => void;
};

function ReasonForm({ request, token, next, typed, close, onEnd }: Reason) {
  const state = useFormState(nothing, async ({ reason = "" }) => {
    const isRequested = await requestCancelation({ ...request, reason });
    close();
    if (isRequested) onEnd();
    return {};
  });
  return (
    <form className="stack" method="post" action={`${cancelationRequestPath}/`} noValidate {...state.form}>
      <HiddenFields {...request} _csrf={token} next={`${next}requested`} />
      <Select name="reason" label="Reason">
        <option value="">Choose a reason</option>
        {reasons.map((reason) => (
          <option key={reason} selected={reason === typed}>
            {reason}
          </option>
        ))}
      </Select>
      <SubmitButton busy={state.busy} disabled={state.incomplete} className="button--wide">
        Send request
      </SubmitButton>
    </form>
  );
}
