// The module that is shipped as `react`: preact/compat with another `useId`, since its own repeats
// ids in every root. The build treats preact/compat as free of side effects (build/options.ts), and
// leaves it out if components use only the names below.

export { createContext, createElement, createRef, Fragment } from "preact";
// At run time this is a module like others.
// @ts-expect-error Its types are one namespace, of which TypeScript re-exports no members.
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
