import { join } from "node:path";
import { ChildStartError } from "./child.ts";
import { type Config, ConfigError } from "./config.ts";
import { failureOf, hasOwnRemedy } from "./db/failure.ts";
import { DatabaseInUse } from "./db/in-use.ts";
import { NoShop, OlderSchemaError, UnfitSchema } from "./db/schema-requirements.ts";
import { NotBuilt } from "./web/not-built.ts";

/** The settings that say where the database is. */
type Place = Pick<Config, "databaseUrl" | "dataDir">;

/** The database's address without user and password. */
function databaseAddress(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/** A sentence about a database that did not open, with the database's place. */
function withPlace(failure: string, { databaseUrl, dataDir }: Place): string {
  if (databaseUrl === undefined) return `${failure} (DATA_DIR has ${join(dataDir, "store.db")})`;
  const address = databaseAddress(databaseUrl);
  return /DATABASE_URL$/.test(failure)
    ? `${failure}, which leads to ${address}`
    : `${failure} (DATABASE_URL leads to ${address})`;
}

const ofFile: Record<string, string> = {
  EACCES: "this user may not: check who owns it and its folder",
  EPERM: "this user may not: check who owns it and its folder",
  EROFS: "it is on a disk that cannot be written",
  ENOENT: "it is missing",
  ENOTDIR: "a file is where a folder should be",
  EISDIR: "a folder is where a file should be",
};

/**
 * The sentence about a file that did not open, with the file's name; undefined for other errors.
 */
function fileFailure(error: Error): string | undefined {
  if (!("path" in error) || typeof error.path !== "string" || !("code" in error)) return undefined;
  const why = ofFile[String(error.code)];
  return why === undefined ? undefined : `${error.path} cannot be used: ${why}`;
}

const ofTls: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^The server does not support SSL/, "the database takes no connection by TLS: check sslmode in DATABASE_URL"],
  [/CERT|^UNABLE_TO_|ALTNAME/, "the database's certificate is not trusted: check sslmode and sslrootcert in DATABASE_URL"],
];

const tlsFailure = (error: Error, place: Place | undefined): string | undefined => {
  if (place?.databaseUrl === undefined) return undefined;
  const text = "code" in error ? String(error.code) : error.message;
  return ofTls.find(([pattern]) => pattern.test(text))?.[1];
};

/**
 * The sentence about a failed setup, which names the variable or the file but no secret; undefined
 * for an error of the program. With `place`, it also names the database that did not open.
 */
export function setupFailureOf(error: unknown, place?: Place): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isWorded = [ConfigError, UnfitSchema, OlderSchemaError, NoShop, DatabaseInUse, ChildStartError, NotBuilt].some(
    (kind) => error instanceof kind,
  );
  if (isWorded || hasOwnRemedy(error)) return error.message;
  const failure = failureOf(error);
  if (failure === undefined) return fileFailure(error) ?? tlsFailure(error, place);
  return place === undefined ? failure : withPlace(failure, place);
}

/**
 * The reason why the shop could not listen on the port of this variable; undefined for an error of
 * the program.
 */
export function listenFailureOf(
  error: unknown,
  { variable, port, host }: { variable: string; port: number; host: string },
): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") return `${variable} ${port} is used by another program`;
  if (code === "EACCES" || code === "EPERM")
    return `${variable} ${port} may not be used by this user: choose one from 1024, with a proxy in front`;
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT"].includes(code))
    return `HOST ${host} is no address of this machine: 127.0.0.1 is for this machine alone, 0.0.0.0 for every network`;
  return undefined;
}
