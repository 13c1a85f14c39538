const folderOf = (address: string) => new URL(".", address).href;

/**
 * The script tag of the loader: the first whose file is in this script's folder, since modules have
 * no `document.currentScript`. No other element may set options, since comments and posts on the
 * page may contain attributes.
 */
export const findLoaderTag = (): HTMLScriptElement | undefined =>
  [...document.querySelectorAll<HTMLScriptElement>("script[src]")].find(
    ({ src }) => URL.canParse(src) && folderOf(src) === folderOf(import.meta.url),
  );
