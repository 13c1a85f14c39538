import { useState } from "react";
import { CallError } from "../call.ts";

type FormKey = {
  formKey: string;
  /** takes the key of the next press from what answered this one */
  learn(answer: unknown): void;
};

/**
 * The key that tells presses on Pay apart. Where no answer came it stays, so that the next press is
 * the same one to the server.
 */
export function useFormKey(first: string): FormKey {
  const [formKey, setFormKey] = useState(first);
  const learn = (answer: unknown) => {
    const answered = answer instanceof CallError ? answer.data : answer;
    const { formKey: next } = (answered ?? {}) as { formKey?: string };
    if (next) setFormKey(next);
  };
  return { formKey, learn };
}
