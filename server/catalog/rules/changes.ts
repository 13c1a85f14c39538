/** The columns of `wanted` that differ from the stored columns; undefined if all are equal. */
export function changesOf<Wanted extends object>(
  kept: { [Column in keyof Wanted]?: unknown },
  wanted: Wanted,
): Partial<Wanted> | undefined {
  const changes = Object.entries(wanted).filter(([column, value]) => kept[column as keyof Wanted] !== value);
  return changes.length === 0 ? undefined : (Object.fromEntries(changes) as Partial<Wanted>);
}
