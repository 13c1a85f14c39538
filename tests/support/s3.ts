import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import { temporaryFolder } from "./temporary.ts";

/** The one key that s3rver knows. */
export const s3Key = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

export type TestS3 = {
  url: string;
  /** variables of a shop that stores its pictures there */
  env: Record<string, string>;
  /** refuses all connections from then on */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

/** An S3 server with an empty bucket of its own; it looks who asks, and not at the signature (signature-v4.ts). */
export async function openS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(temporaryFolder(), "shop-s3-"));
  const configureBuckets = [{ name: "pictures", configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.close();
    return stopping;
  };
  const url = `http://127.0.0.1:${port}/pictures`;
  const env = {
    MEDIA_URL: url,
    MEDIA_REGION: "us-east-1",
    MEDIA_ACCESS_KEY_ID: s3Key.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
  };
  const close = async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url, env, stop, close };
}
