/** The text shown during the proof of work for a request that mails a link. */
export const linkWorkText = "Checking this request first. This takes a few seconds.";

/**
 * Shows, below a button, the progress of the proof of work that a press on it needs; `part` is the
 * completed share, from 0 to 1, and undefined while no work runs.
 */
export const WorkProgress = ({ part, text }: { part: number | undefined; text: string }) => (
  <div className="work-progress small soft">
    <p role="status">{part !== undefined && <span>{text}</span>}</p>
    {part !== undefined && <progress value={part} aria-label="Check" />}
  </div>
);
