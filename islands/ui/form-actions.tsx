import type { ReactNode } from "react";
import { SubmitButton } from "./submit-button.tsx";

type Actions = { back: string | undefined; busy: boolean; incomplete: boolean; children: ReactNode };

/**
 * Back and the submit button, which is disabled until every required field is filled (requirements
 * 75, 83, 91).
 */
export const FormActions = ({ back, busy, incomplete, children }: Actions) => (
  <div className="form-actions">
    {back && (
      <a className="button button--quiet" href={back}>
        Back
      </a>
    )}
    <SubmitButton busy={busy} disabled={incomplete} className="button--large">
      {children}
    </SubmitButton>
  </div>
);
