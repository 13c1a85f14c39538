import { type Outcome, refuse } from "../../outcome.ts";

/**
 * The http(s) address that a file's text is; one without a scheme, as shops write them for their
 * own pages, is https.
 */
export function addressOf(text: string): URL | undefined {
  const url = URL.parse(text.startsWith("//") ? `https:${text}` : text);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : undefined;
}

/** Parts of a path that a folder may be asked for: none leads up, none hides another one. */
const isPlain = (part: string): boolean => part !== "" && part !== "." && part !== ".." && !/[/\\]|\p{Cc}/u.test(part);

/** As it is, and as other machines write the same letters: ü is one sign or two. */
const spellings = (name: string): string[] => [...new Set([name, name.normalize("NFC"), name.normalize("NFD")])];

/** The most parts of an address's path that a folder is asked for. */
const maxDepth = 8;

/**
 * Names, below a folder, that may hold the picture: a name as it stands; of an address the end of
 * its path, the longest that there is first, so that files of equal names may lie in folders of
 * their own.
 */
export function candidatesOf(text: string): Outcome<string[]> {
  const url = addressOf(text);
  if (url) return { ok: true, value: endsOf(partsOf(url)).flatMap(spellings) };
  const parts = text.replace(/^(\.\/)+/, "").split("/");
  return parts.every(isPlain)
    ? { ok: true, value: spellings(parts.join("/")) }
    : refuse("invalid", "its name is no name inside the folder");
}

/** Parts of the path from its end, up to the first that no file can be called by. */
function partsOf({ pathname }: URL): string[] {
  const parts = pathname.split("/").map(decoded).slice(-maxDepth);
  const wrong = parts.findLastIndex((part) => part === undefined || !isPlain(part));
  return parts.slice(wrong + 1) as string[];
}

const endsOf = (parts: readonly string[]): string[] => parts.map((_part, at) => parts.slice(at).join("/"));

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
