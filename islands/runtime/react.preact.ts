// What is shipped as `react`: preact/compat, but for its `useId`, which repeats in every root.
// @ts-expect-error Its types are one namespace, of which TypeScript re-exports no members; at run time it is a module like others.
export * from "preact/compat";
export { useId } from "./root-ids.preact.ts";
