import fresh from "fresh";

const none: readonly string[] = [];

/**
 * The tag under which a client has what it asks for by `If-None-Match`, if it has: then 304 is the
 * answer. `tag` is the one that would be sent, `others` are those of the same content.
 */
export function heldTag(ifNoneMatch: string | undefined, tag: string, others = none): string | undefined {
  // What nearly all clients send: nothing, or the tag that they were given. Reading a list costs a
  // twentieth of a 304.
  if (!ifNoneMatch) return undefined;
  if (ifNoneMatch === tag) return tag;
  return [tag, ...others].find((etag) => fresh({ "if-none-match": ifNoneMatch }, { etag }));
}
