import type { BuyBoxProps, Choice } from "./buy-box.props.ts";

type Props = Pick<BuyBoxProps, "option" | "shape" | "choices" | "chosen"> & {
  /**
   * whether the product cannot be bought; one sentence below the choices then says so, and the
   * stock of a single choice is not shown, since it would contradict the sentence
   */
  isUnavailable: boolean;
  choose: (choice: Choice) => void;
};

const Swatch = ({ colour }: { colour: string | undefined }) =>
  colour && (
    <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={colour} />
    </svg>
  );

/**
 * The variants: small chips if only their names differ, else a row for each with its own price.
 * Each choice has its stock and price in the HTML; the stylesheet shows a stock only where it is
 * scarce, and a price only in rows.
 */
export function Choices({ option, shape, choices, chosen, isUnavailable, choose }: Props) {
  const [first] = choices;
  if (choices.length === 1) return <input type="hidden" name="variantId" value={first?.id} />;
  const groups = [...new Set(choices.map(({ group }) => group))].map((group) => ({
    group,
    members: choices.filter((choice) => choice.group === group),
  }));
  const renderChoice = (choice: Choice) => {
    const { id, group, short, price, stock, most } = choice;
    return (
      <label key={id} className={shape} data-most={most}>
        <input type="radio" name="variantId" value={id} checked={id === chosen} onChange={() => choose(choice)} />
        <span className="radio-card__name">
          {/* In a group only the rest of the name is visible; screen readers read all of it. */}
          {group ? <span className="visually-hidden">{`${group} `}</span> : <Swatch colour={choice.swatch} />}
          {short}
        </span>
        {isUnavailable || <span className="radio-card__note">{stock}</span>}
        <span className="radio-card__price">{price.now}</span>
      </label>
    );
  };
  return (
    <fieldset className="choices">
      <legend>{option}</legend>
      {groups.map(({ group, members }) => (
        <div key={group ?? ""} className={`${shape}s`}>
          {group && (
            <span className="choices__group">
              <Swatch colour={members[0]?.swatch} />
              {group}
            </span>
          )}
          {members.map(renderChoice)}
        </div>
      ))}
    </fieldset>
  );
}
