import { type Outcome, refuse } from "../../outcome.ts";

/**
 * The http(s) address in a file's cell. Without a scheme, as shops write it for their own pages, it
 * is read as https.
 */
export function addressOf(text: string): URL | undefined {
  const url = URL.parse(text.startsWith("//") ? `https:${text}` : text);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : undefined;
}

/** Whether a path's part may be looked up in a folder: neither `..` nor hidden files. */
const isPlain = (part: string): boolean => part !== "" && part !== "." && part !== ".." && !/[/\\]|\p{Cc}/u.test(part);

/** A name as written, and in both Unicode normal forms: ü is one character or two. */
const spellings = (name: string): string[] => [...new Set([name, name.normalize("NFC"), name.normalize("NFD")])];

/** The most parts of an address's path to look up in a folder. */
const maxDepth = 8;

/**
 * File names below a folder that may be the picture: a name as it is, and for an address the ends
 * of its path, the longest first, so that files of one name may be in different folders.
 */
export function candidatesOf(text: string): Outcome<string[]> {
  const url = addressOf(text);
  if (url) return { ok: true, value: endsOf(partsOf(url)).flatMap(spellings) };
  const parts = text.replace(/^(\.\/)+/, "").split("/");
  return parts.every(isPlain)
    ? { ok: true, value: spellings(parts.join("/")) }
    : refuse("invalid", "its name points outside the folder");
}

/** Parts of the path from its end, up to the first that cannot be a file's name. */
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
