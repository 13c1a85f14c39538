const folderOf = (address: string) => new URL(".", address).href;

/**
 * The script tag of the loader: the first whose file is in this script's folder, since modules have
 * no `document.currentScript`. No other element may set options of the page: comments and posts in
 * it may keep attributes.
 */
export const findLoaderTag = (): HTMLScriptElement | undefined =>
  [...document.querySelectorAll<HTMLScriptElement>("script[src]")].find(
    ({ src }) => URL.canParse(src) && folderOf(src) === folderOf(import.meta.url),
  );
