import { reauthenticatePath } from "../../server/customers/paths.ts";
import { ProofByPasskey } from "./proof-by-passkey.tsx";

/** Proves the signed-in customer by a passkey; the page then sends again the form that was kept. */
export default function PasskeyProof() {
  return (
    <div className="needs-scripts">
      <ProofByPasskey proven={() => location.assign(reauthenticatePath)} />
    </div>
  );
}
