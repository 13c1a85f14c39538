import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field } from "./field.tsx";

/**
 * A password field; a button shows the password. The password is hidden again before it is sent, so
 * that no browser stores it among its suggestions.
 */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "children">) {
  const [isVisible, setVisible] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setVisible(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <Field {...props} type={isVisible ? "text" : "password"} spellCheck={false} autoCapitalize="none">
      <button
        className="button button--link password-show"
        type="button"
        ref={button}
        aria-controls={props.id ?? props.name}
        onClick={() => setVisible(!isVisible)}
      >
        <span key={`${isVisible}`}>{isVisible ? "Hide password" : "Show password"}</span>
      </button>
    </Field>
  );
}
