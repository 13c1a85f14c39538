import { useState } from "preact/hooks";

let later = 0;
const laterId = () => `-${later++}`;
let nextId = laterId;

/**
 * Renders a root so that its first ids are the same on the server and in the browser. Later ids
 * only have to be unique.
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
