import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

type CommonFieldProps = {
  name: string;
  /** the id, if the page has the name more than once */
  id?: string | undefined;
  label: string;
  /** initial value; later the browser keeps the typed value */
  typed?: string | undefined;
  error?: string | undefined;
  /** id of a further description */
  hintId?: string | undefined;
  width?: "half" | "third" | undefined;
  optional?: true | undefined;
};

/** A label above and a message below, tied to the control by id and `aria-describedby`. */
function Labelled({ name, id = name, label, error, width, optional, children }: CommonFieldProps & { children: ReactNode }) {
  return (
    <div className={width ? `field field--${width}` : "field"}>
      <label key={label} className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </label>
      {children}
      {error && (
        <p key={error} className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const control = ({ name, id = name, error, hintId, optional }: CommonFieldProps) => ({
  id,
  name,
  required: !optional,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": (error ? [`${id}-error`, hintId] : [hintId]).join(" ").trim() || undefined,
});

type FieldProps = CommonFieldProps & { children?: ReactNode } & Omit<
    ComponentProps<"input">,
    keyof CommonFieldProps | "value" | "defaultValue"
  >;

/**
 * A text field without state: no render can overwrite a typed, filled in or restored value. Its
 * children are between the field and its message.
 */
export function Field(props: FieldProps) {
  const { name: _, label: _label, typed, error: _error, hintId: _hint, width: _width, optional: _optional, ...others } = props;
  const { className = "", children, ...rest } = others;
  return (
    <Labelled {...props}>
      <input type="text" {...rest} {...control(props)} className={`input ${className}`.trimEnd()} defaultValue={typed} />
      {children}
    </Labelled>
  );
}

type SelectProps = CommonFieldProps & { autoComplete?: string; onChange?: () => void; children: ReactNode };

/** A choice from a list; its options are the children, and the chosen one has `selected`. */
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
