import { Icon } from "../ui/icon.tsx";

/** The error of the whole form (requirement 177). */
export const Banner = ({ text }: { text: string | undefined }) =>
  text ? (
    <div className="notice notice--error" role="alert">
      <Icon name="alert" />
      <div>
        <h2 className="notice__title">Something went wrong!</h2>
        <p key={text}>{text}</p>
      </div>
    </div>
  ) : null;
