type HiddenValues = Record<string, string | undefined>;

/** Hidden fields, for forms that also work without scripts. */
export const HiddenFields = (values: HiddenValues) =>
  Object.entries(values).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
