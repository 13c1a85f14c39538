import { z } from "zod";
import type { S3Settings } from "../media/s3-store.ts";
import { ConfigError, type Values } from "./values.ts";

/**
 * Whether a text is the address of a bucket and nothing more. Access keys and options are not part
 * of the address, since they have their own variables. The path ends after the bucket, since the
 * names of pictures have no folder before them.
 */
const isBucket = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === "" && /^\/[^/]*\/?$/.test(url.pathname);
};

export const mediaVariables = {
  MEDIA_URL: z
    .string()
    .refine(isBucket, "must be the http(s) address of an S3 bucket, such as https://s3.eu-central-1.amazonaws.com/shop-pictures")
    .optional(),
  MEDIA_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "must be the region of the bucket, such as eu-central-1")
    .default("auto"),
  MEDIA_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().optional(),
};

/** The settings of the store of pictures. */
export type MediaConfig = {
  /** undefined: pictures are stored in `DATA_DIR/media` */
  s3: S3Settings | undefined;
};

export function mediaOf(values: Values<typeof mediaVariables>): MediaConfig {
  const {
    MEDIA_URL: url,
    MEDIA_REGION: region,
    MEDIA_ACCESS_KEY_ID: accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!url && (accessKeyId || secretAccessKey))
    throw new ConfigError(
      "MEDIA_URL must be set where MEDIA_ACCESS_KEY_ID or MEDIA_SECRET_ACCESS_KEY is: the address of the bucket",
    );
  if (!url) return { s3: undefined };
  if (!accessKeyId || !secretAccessKey)
    throw new ConfigError(
      `${accessKeyId ? "MEDIA_SECRET_ACCESS_KEY" : "MEDIA_ACCESS_KEY_ID"} must be set with MEDIA_URL: the key that may read, write, list, and delete in the bucket`,
    );
  return { s3: { url: url.replace(/\/+$/, ""), region, accessKeyId, secretAccessKey } };
}
