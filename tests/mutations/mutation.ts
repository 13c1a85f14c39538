/**
 * A guard's removal from the server as one change of text, and the test file that must then fail.
 */
export type Mutation = {
  /**
   * the rule that the guard keeps: a label or a heading of docs/checkout.md, a decision's number,
   * or a part of the shop
   */
  rule: string;
  /** what the guard does */
  guard: string;
  file: string;
  /** a text that occurs exactly once in the file … */
  find: string;
  /** … and its replacement */
  put: string;
  test: string;
};

/** The text of a file without its guard; throws unless the guard's text occurs exactly once. */
export function mutate(text: string, { file, guard, find, put }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has the text of “${guard}” ${parts.length - 1} times: ${find}`);
  return parts.join(put);
}

/** Mutations of one file, which one test file detects unless another is named. */
export const inFile =
  (file: string, usual: string) =>
  (rule: string, guard: string, find: string, put: string, test = usual): Mutation => ({ rule, guard, file, find, put, test });
