import { Icon } from "./icon.tsx";

/** A sentence above a form or a cart that belongs to no field. */
export const Notice = ({ kind, text }: { kind: "error" | "warning"; text: string | undefined }) =>
  text ? (
    <div className={`notice notice--${kind}`} role="alert">
      <Icon name="alert" />
      <div>
        <p key={text}>{text}</p>
      </div>
    </div>
  ) : null;
