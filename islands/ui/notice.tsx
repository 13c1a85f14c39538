import { Icon } from "./icon.tsx";

/** A message above a form or a cart that concerns no single field. */
export const Notice = ({ kind, text }: { kind: "error" | "warning"; text: string | undefined }) =>
  text ? (
    <div className={`notice notice--${kind}`} role="alert">
      <Icon name="alert" />
      <div>
        <p key={text}>{text}</p>
      </div>
    </div>
  ) : null;
