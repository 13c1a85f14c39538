import { type Outcome, refuse } from "../../outcome.ts";

/**
 * The http(s) address in a file's cell; undefined for other text. An address without a scheme, such
 * as `//shop.com/a.jpg`, counts as https.
 */
export function addressOf(text: string): URL | undefined {
  const url = URL.parse(text.startsWith("//") ? `https:${text}` : text);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : undefined;
}

/**
 * Whether a part of a path is a plain name: not empty, `.` or `..`, and without slashes and control
 * characters.
 */
const isPlain = (part: string): boolean => part !== "" && part !== "." && part !== ".." && !/[/\\]|\p{Cc}/u.test(part);

/** A name as written, and in both Unicode normal forms, where ü is one character or two. */
const spellings = (name: string): string[] => [...new Set([name, name.normalize("NFC"), name.normalize("NFD")])];

/** The most parts of an address's path to look up in a folder. */
const maxDepth = 8;

/**
 * The file names, relative to a folder, under which a picture may be stored: the name itself, or
 * for an address the ends of its path. The longest end comes first, since files in different
 * folders may have one name.
 */
export function candidatesOf(text: string): Outcome<string[]> {
  const url = addressOf(text);
  if (url) return { ok: true, value: endsOf(partsOf(url)).flatMap(spellings) };
  const parts = text.replace(/^(\.\/)+/, "").split("/");
  return parts.every(isPlain)
    ? { ok: true, value: spellings(parts.join("/")) }
    : refuse("invalid", "its name points outside the folder");
}

/** The last parts of the path that are all plain names. */
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
