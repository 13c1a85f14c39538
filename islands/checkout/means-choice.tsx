type Props = { means: readonly string[][]; chosen: string | undefined; error: string | undefined; choose(id: string): void };

/** The choice between a card and the payment methods without one. */
export const MeansChoice = ({ means, chosen, error, choose }: Props) => {
  const isOffered = means.some(([id]) => id === chosen);
  return (
    <section className="checkout__section means">
      <h2>How to pay</h2>
      <fieldset className="radio-cards" aria-describedby={error && "means-error"}>
        <legend className="visually-hidden">How to pay</legend>
        {means.map(([id = "", name, description]) => (
          <label key={id} className="radio-card">
            <input
              type="radio"
              name="means"
              value={id}
              defaultChecked={id === (isOffered ? chosen : "")}
              onChange={() => choose(id)}
              aria-invalid={error ? true : undefined}
            />
            <span className="radio-card__name">{name}</span>
            {description && <span className="radio-card__note">{description}</span>}
          </label>
        ))}
      </fieldset>
      {error && (
        <p key={error} className="field__error" id="means-error">
          {error}
        </p>
      )}
    </section>
  );
};
