/**
 * Whether a file has a content hash in its name, as the build writes it: `entry-1A2B3C4D.js`, also
 * compressed.
 */
export const isNamedByContent = (path: string): boolean => /-[A-Z0-9]{8}\.\w+(\.(br|gz))?$/.test(path);
