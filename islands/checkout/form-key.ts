import { useState } from "react";
import type { RefusedPayment } from "../../server/payments/calls.ts";
import { CallError } from "../call.ts";

type FormKey = {
  formKey: string;
  /** takes the key of the next press from an answer */
  learn(answer: unknown): void;
};

/**
 * The key that identifies a press on Pay. The key stays if no answer came, so that the server
 * treats the next press as the same press.
 */
export function useFormKey(first: string): FormKey {
  const [formKey, setFormKey] = useState(first);
  const learn = (answer: unknown) => {
    const answered = answer instanceof CallError ? answer.data : answer;
    const { formKey: next } = (answered ?? {}) as Partial<Pick<RefusedPayment, "formKey">>;
    if (next) setFormKey(next);
  };
  return { formKey, learn };
}
