const folderOf = (address: string) => new URL(".", address).href;

/**
 * The script tag that the loader came by: the first whose file is in the folder of this one, as
 * modules have no `document.currentScript`. No other element may speak for the page: comments and
 * posts in it may keep attributes.
 */
export const findLoaderTag = (): HTMLScriptElement | undefined =>
  [...document.querySelectorAll<HTMLScriptElement>("script[src]")].find(
    ({ src }) => URL.canParse(src) && folderOf(src) === folderOf(import.meta.url),
  );
