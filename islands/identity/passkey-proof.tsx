import { reauthenticatePath } from "../../server/customers/paths.ts";
import { ProofByPasskey } from "./proof-by-passkey.tsx";

/**
 * Proves by a passkey who the signed-in customer is. Then loads the page that sends the form which
 * the shop kept when it asked for the proof.
 */
export default function PasskeyProof() {
  return (
    <div className="needs-scripts">
      <ProofByPasskey proven={() => location.assign(reauthenticatePath)} />
    </div>
  );
}
