import { useLayoutEffect, useRef, useState } from "react";
import { passwordRules, strengthOf } from "../../server/identity/rules/password.ts";
import { Icon } from "./icon.tsx";
import { PasswordField } from "./password-field.tsx";

const words = { long: "At least 8 characters", mixed: "A number or symbol", unspaced: "No spaces" } as const;
const rules = Object.entries(words) as [keyof typeof words, string][];

type Props = { name: string; label: string; error?: string | undefined; autoFocus?: boolean };

/**
 * A field for a new password. While typing it shows the rules that are met and the strength
 * (requirements 219, 220).
 */
export function NewPassword(props: Props) {
  const [password, setPassword] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const read = () => setPassword(place.current?.querySelector("input")?.value ?? "");
  useLayoutEffect(read, []);
  const met = passwordRules(password);
  const strength = password && strengthOf(password);
  const hintId = `${props.name}-rules`;
  return (
    <div className="new-password" ref={place} onInput={read}>
      <PasswordField {...props} hintId={hintId} autoComplete="new-password" />
      <ul className="password-rules" id={hintId}>
        {rules.map(([rule, text]) => (
          <li key={rule} data-met={(password && met[rule]) || undefined}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      <p className="password-strength" role="status" data-strength={strength || undefined}>
        {strength && <span key={strength}>{`Strength: ${strength}`}</span>}
      </p>
    </div>
  );
}
