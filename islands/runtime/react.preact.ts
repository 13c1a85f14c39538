// The module that is shipped as `react`: preact/compat, except its `useId`, which repeats in every
// root. It has no side effects here (build/options.ts): if components use only the names below, it
// is left out.

export { createContext, createElement, createRef, Fragment } from "preact";
// @ts-expect-error Its types are one namespace, of which TypeScript re-exports no members; at run time it is a module like others.
export * from "preact/compat";
export {
  useCallback,
  useContext,
  useDebugValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "preact/hooks";
export { useId } from "./root-ids.preact.ts";
