import { type Feature, lookUp, lookUpAny } from "./data.ts";

export type Library = {
  /**
   * A member of the web's interfaces. `receivers` are the types of the object that it is read from.
   */
  webMember(owner: string, name: string, receivers: readonly string[]): Feature | undefined;
  /** An event by its type, and by the types that it is listened to on. */
  webEvent(receivers: readonly string[], type: string): Feature | undefined;
};

/**
 * Reads from TypeScript's declarations of the web which interfaces extend which. These declare the
 * web's mixins as interfaces too.
 */
export function readLibrary(declarations: string): Library {
  const bases = new Map<string, string[]>();
  for (const [, name = "", list = ""] of declarations.matchAll(/^interface (\w+)(?:<.*?>)? extends ([^{]+) \{/gm)) {
    const baseNames = list.replace(/<.*?>/g, "").split(/,\s*/);
    bases.set(name, [...(bases.get(name) ?? []), ...baseNames]);
  }
  // An interface and all that it extends, itself first.
  const lineOf = (name: string): string[] => [...new Set([name, ...(bases.get(name) ?? []).flatMap(lineOf)])];
  const descendants = (name: string) => [...bases.keys()].filter((one) => lineOf(one).includes(name));
  return {
    webMember(owner, name, receivers) {
      // The data describes a mixin's members under the interfaces that include the mixin.
      const own = receivers.flatMap(lineOf).filter((one) => lineOf(one).includes(owner));
      return lookUpAny(
        ...[owner, ...own, ...descendants(owner)].flatMap((one) => webNames(name).map((each) => ["api", one, each])),
      );
    },
    webEvent: (receivers, type) => lookUpAny(...receivers.flatMap(lineOf).map((one) => ["api", one, `${type}_event`])),
  };
}

// The data calls `onpageswap` `pageswap_event`, and `URL.canParse` `canParse_static`.
const webNames = (name: string) => (name.startsWith("on") ? [`${name.slice(2)}_event`, name] : [name, `${name}_static`]);

export const webGlobal = (name: string): Feature | undefined =>
  lookUpAny(["api", name], ...webNames(name).map((one) => ["api", "Window", one]));

/**
 * Finds a member of one of the language's built-in objects. The owner's name in TypeScript may end
 * in `Constructor`: `ObjectConstructor` declares the static members of `Object`.
 */
export function languageMember(owner: string, name: string): Feature | undefined {
  const object = owner.replace(/^Readonly(?=Array|Map|Set)|Constructor$/g, "").replace(/^IteratorObject$/, "Iterator");
  return lookUpAny(["javascript", "builtins", object, name], ["javascript", "builtins", "Intl", object, name]);
}

export const languageGlobal = (name: string): Feature | undefined => lookUp("javascript", "builtins", name);

/** An attribute of an element, and its value if the value is a feature of its own. */
export function attribute(tag: string, name: string, value = ""): Feature | undefined {
  const paths = [
    ["html", "elements", tag, name],
    ["html", "global_attributes", name],
  ];
  const values = value
    ? paths.flatMap((path) => [
        [...path, value],
        [...path, `${name}_${value}`],
      ])
    : [];
  return lookUpAny(...values, ["html", "elements", tag, `${name}_${value}`], ...paths);
}

export const element = (tag: string): Feature | undefined => lookUp("html", "elements", tag);
