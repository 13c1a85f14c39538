// Property tests try fixed cases, so that no test fails by chance. In `npm run prove` they try new
// cases.
import { configureGlobal } from "fast-check";
import { isProof } from "./long-form.ts";

if (!isProof) configureGlobal({ seed: 1 });
