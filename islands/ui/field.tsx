import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Shared = {
  name: string;
  label: string;
  /** what stands in it at first; afterwards the browser keeps what is typed */
  typed?: string | undefined;
  error?: string | undefined;
  width?: "half" | "third" | undefined;
  optional?: true | undefined;
};

/** Label above, message below, tied to the control by id and `aria-describedby` (decisions §3). */
function Labelled({ name, label, error, width, optional, children }: Shared & { children: ReactNode }) {
  return (
    <div className={width ? `field field--${width}` : "field"}>
      <label className="field__label" htmlFor={name}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </label>
      {children}
      {error && (
        <p className="field__error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const control = ({ name, error, optional }: Shared) => ({
  id: name,
  name,
  required: !optional,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error ? `${name}-error` : undefined,
});

export type FieldProps = Shared & Omit<ComponentProps<"input">, keyof Shared | "value" | "defaultValue">;

/** A line of text. It is the browser's own: no state of ours can overtake what is typed, filled in or restored. */
export function Field(props: FieldProps) {
  const { name: _, label: _label, typed, error: _error, width: _width, optional: _optional, className = "", ...rest } = props;
  return (
    <Labelled {...props}>
      <input type="text" {...rest} {...control(props)} className={`input ${className}`.trimEnd()} defaultValue={typed} />
    </Labelled>
  );
}

type SelectProps = Shared & { autoComplete?: string; onChange?: () => void; children: ReactNode };

/** A choice from a list; its options are the children, of which the chosen one says `selected`. */
export function Select({ children, autoComplete, onChange, ...props }: SelectProps) {
  return (
    <Labelled {...props}>
      <div className="select">
        <select {...control(props)} autoComplete={autoComplete} onChange={onChange}>
          {children}
        </select>
        <Icon name="chevron" />
      </div>
    </Labelled>
  );
}
