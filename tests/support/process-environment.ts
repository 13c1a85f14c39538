/**
 * The environment that a test's process inherits, without settings of a shop. The folder of
 * compiled code saves a third of the CPU time of a start.
 */
export function processEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
