/** The text shown while a browser works for an email with a link. */
export const linkWorkText = "Checking this request first. This takes a few seconds.";

/**
 * Shows the progress of a press's work below its button; `part` is the completed share, from 0 to
 * 1.
 */
export const WorkProgress = ({ part, text }: { part: number | undefined; text: string }) => (
  <div className="work-progress small soft">
    <p role="status">{part !== undefined && <span>{text}</span>}</p>
    {part !== undefined && <progress value={part} aria-label="Check" />}
  </div>
);
