import { NewPassword as Field } from "../ui/password-rules.tsx";
import type { NewPasswordProps } from "./new-password.props.ts";

/**
 * Tells the rules while they are met (acceptance 219); without scripts they stand below the field.
 */
export default function NewPassword(props: NewPasswordProps) {
  return <Field {...props} />;
}
