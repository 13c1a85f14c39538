import { NewPassword as Field } from "../ui/password-rules.tsx";
import type { NewPasswordProps } from "./new-password.props.ts";

/**
 * Shows which rules the password meets while typing (requirement 219). Without scripts the rules
 * are listed below the field.
 */
export default function NewPassword(props: NewPasswordProps) {
  return <Field {...props} autoFocus={props.error !== undefined} />;
}
