import { z } from "zod";
import { isLoopback } from "../web/network.ts";

/**
 * The error of an invalid environment value, which stops the start. Names the variable and the
 * expected value.
 */
export class ConfigError extends Error {}

/** The parsed values of a topic's variables. */
export type Values<Variables extends z.ZodRawShape> = z.infer<z.ZodObject<Variables>>;

export const flag = z.enum(["0", "1"], "must be 0 or 1").transform((text) => text === "1");

export const addressWith = (schemes: readonly string[], name: string) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), `must be ${name}`);

/**
 * Whether a text is an origin in the form that a browser sends: lower case, punycode, without a
 * default port or a final slash.
 */
export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  const isName = url?.origin === text && !url.hostname.includes("*");
  return isName && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
};
