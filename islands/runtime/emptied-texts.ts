/** Calls `emptied` if a component empties a text that is empty already. React writes such a text. */
export function onEmptied(_emptied: (text: Text) => void): void {}
