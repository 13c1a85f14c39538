import { NewPassword as Field } from "../ui/password-rules.tsx";
import type { NewPasswordProps } from "./new-password.props.ts";

/**
 * Shows which rules are met while typing (requirement 219); without scripts they are below the
 * field.
 */
export default function NewPassword(props: NewPasswordProps) {
  return <Field {...props} autoFocus={props.error !== undefined} />;
}
