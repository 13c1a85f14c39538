/** A variable that its module assigns again: all scripts read its current value. */
export let rate = 1;

export function raiseRate(): void {
  rate++;
}
