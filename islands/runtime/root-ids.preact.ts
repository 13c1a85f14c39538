import { useState } from "preact/hooks";

let later = 0;
const laterId = () => `-${later++}`;
let nextId = laterId;

/**
 * Renders a root whose first ids are equal on server and browser. Ids that it renders later only
 * have to be unique.
 */
export function withIds<Result>(key: string, render: () => Result): Result {
  let count = 0;
  nextId = () => `${key}-${count++}`;
  try {
    return render();
  } finally {
    nextId = laterId;
  }
}

export const useId = (): string => useState(() => `P${nextId()}`)[0];
