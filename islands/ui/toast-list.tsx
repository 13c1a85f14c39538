import { useStore } from "@nanostores/react";
import { $toasts, dismiss, type Toast } from "../stores/toasts.ts";
import { Icon } from "./icon.tsx";

/** The visible toasts: screen readers announce successes and news politely, errors at once. */
export const ToastList = () => useStore($toasts, { ssr: "initial" }).map((toast) => <ToastBox key={toast.text} shown={toast} />);

const ToastBox = ({ shown }: { shown: Toast }) => (
  <div className={`toast toast--${shown.kind}`} role={shown.kind === "error" ? "alert" : undefined}>
    <Icon name={shown.kind === "success" ? "check" : "alert"} />
    <p>{shown.text}</p>
    <button
      className="button button--quiet button--icon"
      type="button"
      aria-label={`Dismiss: ${shown.text}`}
      onClick={() => dismiss(shown)}
    >
      <Icon name="close" />
    </button>
  </div>
);
