import fresh from "fresh";

/**
 * The tag under which a client has what it asks for by `If-None-Match`, if it has: then 304 is the
 * answer. `tags` are those of the same content, the one that would be sent first.
 */
export const heldTag = (ifNoneMatch: string | undefined, tags: readonly string[]): string | undefined =>
  tags.find((etag) => fresh({ "if-none-match": ifNoneMatch }, { etag }));
