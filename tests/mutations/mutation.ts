/**
 * A guard taken out of the server, as one change of text, and the test file that must fail then.
 */
export type Mutation = {
  /** what the guard bears: a label or a heading of docs/checkout.md, a decision's number, or a part of the shop */
  rule: string;
  /** what the guard does */
  guard: string;
  file: string;
  /** a text that the file has exactly once … */
  find: string;
  /** … and what stands there instead */
  put: string;
  test: string;
};

/** The text of a file with its guard taken out; throws when it has the guard's text not exactly once. */
export function mutate(text: string, { file, guard, find, put }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has the text of “${guard}” ${parts.length - 1} times: ${find}`);
  return parts.join(put);
}

/** Mutations of one file, which one test file misses unless another is named. */
export const inFile =
  (file: string, usual: string) =>
  (rule: string, guard: string, find: string, put: string, test = usual): Mutation => ({ rule, guard, file, find, put, test });
