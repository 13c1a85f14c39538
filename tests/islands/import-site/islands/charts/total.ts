import { rate } from "../stores/rate.ts";

export const total = (amount: number): string => `The total is ${amount * rate}`;
