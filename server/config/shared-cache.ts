import { z } from "zod";
import { type TagHeader, tagHeaders } from "../web/cache-tags.ts";
import { addressWith, type Values } from "./values.ts";

const headerText = "must be a header and its value, such as Authorization: Bearer abc";

export const sharedCacheVariables = {
  CACHE_TAGS: z
    .enum(["surrogate-key", "cache-tag", "none"], "must be surrogate-key, cache-tag, or none")
    .default("surrogate-key"),
  CDN_PURGE_URL: addressWith(["http:", "https:"], "the http(s) address that a shared cache is purged by").optional(),
  CDN_PURGE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+: *[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, headerText)
    .optional(),
};

/** A CDN or another cache in front of the shop. */
export type SharedCacheConfig = {
  /** the header that tells the cache the tags of a page; undefined: no header */
  tagHeader: TagHeader | undefined;
  /** undefined: nothing is purged */
  purge: { url: string; header: { name: string; value: string } | undefined } | undefined;
};

export function sharedCacheOf(values: Values<typeof sharedCacheVariables>): SharedCacheConfig {
  const [, name = "", value = ""] = /^([^:]+): *(.+)$/.exec(values.CDN_PURGE_HEADER ?? "") ?? [];
  const header = name ? { name, value } : undefined;
  return {
    tagHeader: values.CACHE_TAGS in tagHeaders ? (values.CACHE_TAGS as TagHeader) : undefined,
    purge: values.CDN_PURGE_URL ? { url: values.CDN_PURGE_URL, header } : undefined,
  };
}
