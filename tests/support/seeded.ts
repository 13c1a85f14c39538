// Properties try fixed cases, so that no test fails by chance; in `npm run prove` they try new
// ones.
import { configureGlobal } from "fast-check";
import { isProof } from "./long-form.ts";

if (!isProof) configureGlobal({ seed: 1 });
