import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { newSecret } from "../ids.ts";
import { secretsIn } from "../secrets.ts";
import { estimateBits } from "./secret-strength.ts";
import { ConfigError, type Values } from "./values.ts";

/** Whether every percent escape in an address can be decoded. */
const isDecodable = (url: string): boolean => {
  try {
    return decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, "%25")) !== "";
  } catch {
    return false;
  }
};

const isPostgres = (url: string) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol) && isDecodable(url);

export const storageVariables = {
  DATA_DIR: z.string().min(1, "must be a folder").default("./data"),
  DATABASE_URL: z.string().refine(isPostgres, "must be a postgres:// address, with %25 for each % in it").optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .transform((list) => list.split(",").map((each) => each.trim()))
    .refine((urls) => urls.every(isPostgres), "must be one postgres:// address, or several with commas")
    .default([]),
  DATABASE_CONNECTIONS: z.coerce
    .number("must be a whole number from 2 to 100")
    .int("must be a whole number from 2 to 100")
    .min(2, "must be a whole number from 2 to 100")
    .max(100, "must be a whole number from 2 to 100")
    .default(10),
  SEED: z.enum(["demo", "none"], "must be demo or none").optional(),
  SESSION_SECRET: z
    .string()
    .refine(
      (list) => secretsIn(list).every((secret) => secret.length >= 32),
      "must be random text of 32 characters or more, or several with commas, the newest first",
    )
    .optional(),
};

type StorageValues = Values<typeof storageVariables>;

/** The settings of permanent data: the folder, the database and its first contents, the secret. */
export type StorageConfig = {
  dataDir: string;
  databaseUrl: string | undefined;
  /**
   * replicas of the database, which may answer the reads for pages that are the same for everybody
   */
  replicaUrls: readonly string[];
  /** the most connections to PostgreSQL, and to each replica */
  databaseConnections: number;
  /**
   * undefined if SEED is not set in production; if the database is empty, the owner must then
   * choose a value
   */
  seed: "demo" | "none" | undefined;
  /** one secret, or several separated by commas, the newest first (secrets.ts) */
  sessionSecret: string;
};

/** Creates the folder if it does not exist, and a secret if none is set. */
export function openStorage(values: StorageValues, production: boolean): StorageConfig {
  if (values.DATABASE_REPLICA_URL.length > 0 && values.DATABASE_URL === undefined)
    throw new ConfigError("DATABASE_URL must be set with DATABASE_REPLICA_URL: the database that its replicas are of");
  const dataDir = resolve(values.DATA_DIR);
  makeFolder(dataDir);
  return {
    dataDir,
    databaseUrl: values.DATABASE_URL,
    replicaUrls: values.DATABASE_REPLICA_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    seed: values.SEED ?? (production ? undefined : "demo"),
    sessionSecret: values.SESSION_SECRET ?? storedSecret(dataDir),
  };
}

/**
 * The least strength of a secret in bits. Random text of 32 characters has more (90), and repeated
 * words have fewer (60).
 */
const leastBits = 80;

export function storageGaps({ SESSION_SECRET: secret }: StorageValues): string[] {
  if (!secret) return ["SESSION_SECRET must be set in production: random text of 32 characters or more"];
  if (secretsIn(secret).every((each) => estimateBits(each) >= leastBits)) return [];
  return ["SESSION_SECRET must be random text, such as openssl rand -hex 32 prints: this one can be guessed"];
}

/** Creates the folder; only its owner can read it. */
function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`DATA_DIR must be a folder that can be created or written to: ${dataDir} is not`);
  }
}

/**
 * The secret outside production. It is generated once and stored, so that cookies survive a
 * restart.
 */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  try {
    if (existsSync(file)) return readFileSync(file, "utf8").trim();
    const secret = newSecret();
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  } catch {
    throw new ConfigError(`DATA_DIR must have a file session-secret that can be read, or none: ${file} cannot be`);
  }
}
