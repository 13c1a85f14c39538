/**
 * A tone says what a state means to the staff: somebody has to act (amber), nobody has to act
 * (gray), all is well (green), or something is wrong (red).
 */
export type Tone = "todo" | "waiting" | "done" | "wrong";

/** A state in words; `tone` is the class that colors the words. */
export type StateLabel = { text: string; tone: `state--${Tone}` };

/** The label of a state. No other module of the server names these classes. */
export const stateLabel = (tone: Tone, text: string): StateLabel => ({ text, tone: `state--${tone}` });
