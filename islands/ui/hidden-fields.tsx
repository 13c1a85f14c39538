type Hidden = Record<string, string | undefined>;

/** What a form carries besides its fields, so that it also works without scripts. */
export const HiddenFields = (values: Hidden) =>
  Object.entries(values).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
