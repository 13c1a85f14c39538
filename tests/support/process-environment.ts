/**
 * The environment that a test's process inherits, without settings of a shop. With the folder of
 * compiled code the process starts in two thirds of the CPU time.
 */
export function processEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
