import { useEffect } from "react";
import { isSignedOut } from "../call.ts";
import { isPaying } from "./paying.ts";
import type { PaymentWaitProps } from "./payment-wait.props.ts";

/** ms until the first check, and the most ms between two checks */
const soonest = 1_000;
const latest = 10_000;

/**
 * Checks whether the bank has answered, less and less often. Then it loads the page, which shows
 * the answer.
 */
export default function PaymentWait({ checkoutId, href }: PaymentWaitProps) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(async () => {
        // If the session is over, the check is refused. The page is then loaded, and leads to the
        // sign-in.
        if (await isPaying(checkoutId).catch((failure) => !isSignedOut(failure))) wait(Math.min(ms * 1.5, latest));
        else location.replace(href);
      }, ms);
    };
    wait(soonest);
    return () => clearTimeout(timer);
  }, [checkoutId, href]);
  return (
    <div className="stack">
      <p role="status">This can take a few minutes. Please don’t pay again: this page will show the result.</p>
      <a className="button button--secondary" href={href}>
        Check again
      </a>
    </div>
  );
}
