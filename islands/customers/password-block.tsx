import { useEditing } from "./editing.ts";
import type { PasswordBlockProps } from "./password-block.props.ts";
import { PasswordForm } from "./password-form.tsx";

const none: [] = [];

/** The password's block (requirements 219–229). */
export default function PasswordBlock({ open, errors, formError, ...props }: PasswordBlockProps) {
  const { open: isOpen, posted, box, opener, cancel } = useEditing(open ? "password" : undefined, "password-title");
  const refused = posted ? { errors, formError } : { errors: none };
  return (
    <div className="block" {...box}>
      {isOpen ? (
        <PasswordForm {...props} {...refused} cancel={cancel} />
      ) : (
        <>
          <p>
            <span aria-hidden="true">••••••••</span>
            <span className="visually-hidden">A password is set.</span>
          </p>
          <a className="button button--link" {...opener("password")}>
            Change<span className="visually-hidden"> password</span>
          </a>
        </>
      )}
    </div>
  );
}
