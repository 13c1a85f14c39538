// `npm pack` runs this script at its end.
import { putBack } from "./packed-description.mjs";

putBack();
