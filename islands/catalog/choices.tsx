import type { Choice } from "./buy-box.props.ts";
import { few, stockText } from "./stock-text.ts";

type Props = { option: string; choices: readonly Choice[]; chosen: string; choose: (choice: Choice) => void };

/** The variants: small chips where only the name differs, else a row each with its own price. Stock and price stand beside every choice. */
export function Choices({ option, choices, chosen, choose }: Props) {
  const [first] = choices;
  if (choices.length === 1) return <input type="hidden" name="variantId" value={first?.id} />;
  const Shape = choices.every(({ price }) => price.now === first?.price.now) ? Chip : Row;
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <fieldset className="choices">
      <legend>{option}</legend>
      {groups.map((group) => (
        <div key={group ?? ""} className={Shape === Chip ? "chips" : "radio-cards"}>
          {group && <span className="choices__group">{group}</span>}
          {choices
            .filter((choice) => choice.group === group)
            .map((choice) => (
              <Shape key={choice.id} choice={choice} checked={choice.id === chosen} choose={choose} />
            ))}
        </div>
      ))}
    </fieldset>
  );
}

/** In a group only the rest of the name is seen; the whole is heard. */
const Name = ({ group, name, short }: Choice) =>
  group ? (
    <>
      <span className="visually-hidden">{`${group} `}</span>
      {short}
    </>
  ) : (
    name
  );

type ShapeProps = { choice: Choice; checked: boolean; choose: (choice: Choice) => void };

const radioOf = ({ choice, checked, choose }: ShapeProps) => ({
  type: "radio",
  name: "variantId",
  value: choice.id,
  checked,
  onChange: () => choose(choice),
});

const Chip = (props: ShapeProps) => {
  const { left } = props.choice;
  return (
    <label className={left > 0 ? "chip" : "chip chip--gone"}>
      <input {...radioOf(props)} />
      <span>
        <Name {...props.choice} />
      </span>
      {left <= few && <span className="small">{left > 0 ? `${left} left` : "out of stock"}</span>}
    </label>
  );
};

const Row = (props: ShapeProps) => {
  const { left, price } = props.choice;
  return (
    <label className="radio-card">
      <input {...radioOf(props)} />
      <span className="radio-card__name">
        <Name {...props.choice} />
      </span>
      <span className="radio-card__note">{stockText(left)}</span>
      <span className="radio-card__price">{price.now}</span>
    </label>
  );
};
