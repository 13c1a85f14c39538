// Types of the functions that a template written as TypeScript (write.ts) calls. None of them ever
// runs.
import type { z } from "zod";
import type { links } from "../../../server/links.ts";
import type { IslandOptions } from "../../../server/web/islands.ts";
import type { Helper } from "../../../server/web/views.ts";

type Primitive = string | number | boolean | bigint | symbol | null | undefined;
type IsAny<T> = 0 extends 1 & T ? true : false;

/** The names of a type without its index signature, which would accept any name. */
type Names<T> = keyof { [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: 1 };
export type AllNames<T> = T extends unknown ? Names<T> : never;

type ObjectValue<T, All = T> = T extends unknown
  ? { [Name in AllNames<All>]: Name extends keyof T ? TemplateValue<T[Name]> : undefined }
  : never;
type ListValue<T> = T extends readonly (infer Item)[] ? TemplateValue<Item>[] : never;

/**
 * A type as Handlebars sees its values. In a union, each name of any member can be read, and is
 * undefined where it is missing. So an `if` on a name that one member lacks narrows the union.
 * Nothing is known about the names of `any`.
 */
export type TemplateValue<T> =
  IsAny<T> extends true
    ? object
    : Extract<T, Primitive> | ListValue<Extract<T, readonly unknown[]>> | ObjectValue<Exclude<T, Primitive | readonly unknown[]>>;

/** Values in which `Above` replaces values of `Below` with the same names. */
export type Override<Below, Above> = Above extends unknown ? Omit<Below, keyof Above> & Above : never;

/** The values of layouts: some of a page's values, and the view inside the layout. */
export type Layouts<Common, Values, Wrapped> = {
  [Name in keyof Values as `layouts/${Name & string}`]: Override<Common, Values[Name]> & Wrapped;
};

/**
 * The values of a template that others call. A partial that is never rendered alone accepts any
 * values, since the compiler checks it at each call.
 */
// biome-ignore lint/suspicious/noExplicitAny: any name may be read of it
export type PartialContext<Contexts, Name> = Name extends keyof Contexts ? TemplateValue<Contexts[Name]> : any;

// biome-ignore lint/suspicious/noExplicitAny: an item of a list of which nothing is known
type ItemOf<List> = IsAny<List> extends true ? any : List extends readonly (infer Item)[] ? Item : never;

type Printable = string | number | boolean | null | undefined;
type List = readonly unknown[] | null | undefined;

export declare function print(value: Printable): void;
export declare function each<Given extends List>(list: Given): ItemOf<Given>[];
/** `pathTo` takes a name from `server/links.ts`. */
type HelperValues<Name> = Name extends "pathTo" ? readonly [keyof typeof links] : readonly unknown[];
export declare function helper<Name extends Helper>(name: Name, values: HelperValues<Name>, hash: object): string;
/** The values that a partial's call passes; `Names` are the names that other calls of it pass. */
export declare function pass<Names extends string>(): <Given extends object | null | undefined, Hash extends object>(
  context: Given,
  hash: Hash,
) => Override<Given extends object ? Override<Record<Names, undefined>, Given> : Record<Names, undefined>, Hash>;
/** Runs the statements of a partial: the compiler follows types through a limited number of statements of one function. */
export declare function apart(statements: () => void): void;
export declare function islands<Schemas extends Record<string, z.ZodType>>(): <Name extends keyof Schemas>(
  name: Name,
  props: z.input<Schemas[Name]>,
  options: IslandOptions,
) => string;
/** Takes the names that nothing reads; compiles only if there are none. */
export declare function unused(names: never): void;
/** Takes the names of views; compiles only if each has a template. */
export declare function templates<Names extends string>(): (names: Names) => void;
