import { useStore } from "@nanostores/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { isSignedOut } from "../call.ts";
import { $cart, checkoutId, loadCheckout } from "../stores/cart.ts";
import { loadSums } from "../stores/cart-changes.ts";
import { $drawer } from "../stores/drawer.ts";
import { place } from "../stores/place.ts";
import { $totals } from "../stores/totals.ts";
import { useBackdrop } from "../ui/backdrop.ts";
import { Icon } from "../ui/icon.tsx";
import { idsOf, useKeptFocus } from "../ui/kept-focus.ts";
import { Notice } from "../ui/notice.tsx";
import { ToastList } from "../ui/toast-list.tsx";
import { useCartElsewhere } from "./cart-elsewhere.ts";
import { CartSums } from "./cart-sums.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { Gifts } from "./gifts.tsx";
import { LinesList } from "./lines-list.tsx";

/**
 * If the account's session is over, leads to the sign-in and back to this page. Without this, a
 * page that is the same for everybody would show the account's cart as empty.
 */
const leadToSignIn = (id: string) =>
  loadCheckout(id).catch((failure) => {
    if (isSignedOut(failure)) place("session-over");
  });

const close = () => $drawer.set(false);

/**
 * The cart on every page: a modal dialog at the edge, which keeps the focus and returns it.
 * `closed` checks whether the dialog is open, since the close event comes a frame later: a press
 * may have opened the dialog again by then.
 */
export default function CartDrawer() {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = () => dialog.current?.open || close();
  const open = useStore($drawer, { ssr: "initial" });
  useBackdrop(dialog);
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
    if (open === undefined) close();
  }, [open]);
  return (
    <dialog className="drawer" ref={dialog} aria-labelledby="cart-title" closedby="any" onCancel={close} onClose={closed}>
      {open && <OpenCart />}
    </dialog>
  );
}

function OpenCart() {
  const { lines, gifts, notice, paying } = useStore($cart);
  const totals = useStore($totals);
  const id = checkoutId();
  const wasLoaded = lines !== undefined;
  useEffect(() => void loadSums().catch(() => {}), []);
  useEffect(() => {
    if (wasLoaded && id && !$cart.get().lines?.length) void leadToSignIn(id);
  }, [wasLoaded, id]);
  useCartElsewhere();
  const focusProps = useKeptFocus(idsOf(lines));
  const form = { checkoutId: id, token: "" };
  const filled = lines !== undefined && lines.length > 0;
  return (
    <>
      <header className="drawer__head">
        <h2 id="cart-title">Cart</h2>
        <button className="button button--quiet button--icon" type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className="drawer__body" {...focusProps} aria-busy={!lines || undefined}>
        <Notice kind="warning" text={notice} />
        {filled && <LinesList lines={lines} form={form} />}
        {filled && <Gifts gifts={gifts} lines={lines} form={form} />}
        {lines?.length === 0 && <EmptyCart paying={paying} />}
      </div>
      {filled && (
        <footer className="drawer__foot">
          <CartSums totals={totals} checkoutId={id} />
        </footer>
      )}
      <div className="toasts" role="status" aria-live="polite">
        <ToastList />
      </div>
    </>
  );
}
